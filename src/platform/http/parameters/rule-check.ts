// Finds the first value in a DTO that breaks a rule of class-validator. The rules of each class are looked
// up once, because validateSync searches the rules of all classes for every object, and a list of thousands
// of objects would block the event loop. validateSync only creates the message for the violation.
import {
  getMetadataStorage,
  type ValidationArguments,
  type ValidationError,
  validateSync,
  ValidationTypes,
} from 'class-validator';
import { type Dto, declaredParametersOf } from './declared-parameters.js';

type Metadata = ReturnType<
  ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']
>[number];

interface PropertyRules {
  /** The value is checked only if all conditions hold. */
  conditions: ((object: object, value: unknown) => boolean)[];
  rules: ((object: object, value: unknown) => boolean)[];
  isNested: boolean;
}

/** A broken rule: the error of class-validator, and the path from the outermost property to the value. */
export interface Violation {
  error: ValidationError;
  /** For example `[0]["operator"]`; empty for the property itself. */
  path: string;
}

const rulesByDto = new Map<Dto, ReadonlyMap<string, PropertyRules>>();

/** Checks one property of an instance. Returns the first violation. */
export function findViolation(object: object, property: string, path = ''): Violation | undefined {
  const found = rulesOf(object.constructor as Dto).get(property);
  if (!found) return undefined;
  const { conditions, rules, isNested } = found;
  const value = (object as Record<string, unknown>)[property];
  if (!conditions.every((holds) => holds(object, value))) return undefined;
  if (!rules.every((isMet) => isMet(object, value))) {
    return { error: errorOf(object.constructor as Dto, property, value), path };
  }
  return isNested ? findInside(value, path) : undefined;
}

/** Checks the items of a list in order, and the members of an object in the order of declaration. */
function findInside(value: unknown, path: string): Violation | undefined {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const violation = findInside(item, `${path}[${index}]`);
      if (violation) return violation;
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const { name } of declaredParametersOf(value.constructor as Dto)) {
      const violation = findViolation(value, name, `${path}["${name}"]`);
      if (violation) return violation;
    }
  }
  return undefined;
}

function rulesOf(dto: Dto): ReadonlyMap<string, PropertyRules> {
  let rules = rulesByDto.get(dto);
  if (!rules) {
    rules = lookUpRules(dto);
    rulesByDto.set(dto, rules);
  }
  return rules;
}

function lookUpRules(dto: Dto): ReadonlyMap<string, PropertyRules> {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const declared = new Set(declaredParametersOf(dto).map(({ name }) => name));
  const stray = metadata.find(({ propertyName }) => !declared.has(propertyName));
  if (stray)
    throw new Error(`${dto.name} has a rule for ${stray.propertyName}, which is not a parameter`);
  return new Map(
    [...declared].map((name) => [
      name,
      propertyRules(metadata.filter(({ propertyName }) => propertyName === name)),
    ]),
  );
}

function propertyRules(metadata: Metadata[]): PropertyRules {
  const ofType = (type: string): Metadata[] => metadata.filter((one) => one.type === type);
  return {
    conditions: ofType(ValidationTypes.CONDITIONAL_VALIDATION).map(
      ({ constraints: [condition] }) => condition as (object: object, value: unknown) => boolean,
    ),
    rules: ofType(ValidationTypes.CUSTOM_VALIDATION).flatMap(predicatesOf),
    isNested: ofType(ValidationTypes.NESTED_VALIDATION).length > 0,
  };
}

function predicatesOf(metadata: Metadata): PropertyRules['rules'] {
  const { constraintCls, constraints, propertyName, each } = metadata;
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ instance }) => (object, value) => {
      const details: ValidationArguments = {
        targetName: object.constructor.name,
        property: propertyName,
        object,
        value,
        constraints,
      };
      const isMet = (one: unknown): boolean => instance.validate(one, details) as boolean;
      return each && Array.isArray(value) ? value.every(isMet) : isMet(value);
    });
}

function errorOf(dto: Dto, property: string, value: unknown): ValidationError {
  const alone = Object.assign(new dto(), { [property]: value });
  const options = { stopAtFirstError: true, forbidUnknownValues: false };
  const error = validateSync(alone, options).find((one) => one.property === property);
  if (!error) throw new Error(`${dto.name}.${property} breaks a rule only beside other values`);
  return error;
}
