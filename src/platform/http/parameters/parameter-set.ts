// The parameters that a DTO class declares, in their order, and how an instance is read from a
// request or from a JSON object. Ours check type and limits while they read, so that the first
// wrong parameter is the one reported; rules from class-validator on the same class run after.
import { getMetadataStorage, validateSync } from 'class-validator';
import { ApiError } from '#platform/http/api-error.js';
import type { Fields } from './fields.js';
import { jsonKind, type Kind } from './kinds.js';
import { Refusal } from './refusal.js';

export type Dto<T extends object = object> = new () => T;

export interface Parameter {
  name: string;
  required: boolean;
  aliases: readonly string[];
  /** The value when the parameter is absent. */
  absent: unknown;
  kind: Kind;
}

interface ParameterSet {
  parameters: readonly Parameter[];
  /** Every name that the class answers to, aliases included. */
  names: ReadonlySet<string>;
  hasExtraRules: boolean;
}

const declared = new Map<object, Parameter[]>();
const sets = new Map<Dto, ParameterSet>();

/** Adds a parameter to the class with this prototype; called by the property decorators. */
export function declareParameter(prototype: object, parameter: Parameter): void {
  const own = declared.get(prototype);
  if (own) own.push(parameter);
  else declared.set(prototype, [parameter]);
}

export interface ParameterDescription {
  name: string;
  required: boolean;
  json: boolean;
  aliases: readonly string[];
}

/** What a DTO class accepts, to be compared with the documentation. */
export function parametersOf(dto: Dto): ParameterDescription[] {
  return setOf(dto).parameters.map(({ name, required, kind, aliases }) => ({
    name,
    required,
    json: kind.json,
    aliases,
  }));
}

export function namesOf(dto: Dto): ReadonlySet<string> {
  return setOf(dto).names;
}

/** Throws an ApiError for the first parameter that is wrong. */
export function readParameters<T extends object>(dto: Dto<T>, form: Fields, query: Fields): T {
  const set = setOf(dto);
  const input = new dto();
  const target = input as Record<string, unknown>;
  for (const parameter of set.parameters) {
    try {
      const text = textOf(parameter, form, query);
      if (text !== undefined) target[parameter.name] = parameter.kind.fromText(text);
      else if (parameter.required) throw ApiError.missingParameter(parameter.name);
      else target[parameter.name] = copy(parameter.absent);
    } catch (error) {
      checkExtraRules(set, input);
      if (error instanceof Refusal) throw ApiError.badRequest(error.describe(parameter.name));
      throw error;
    }
  }
  checkExtraRules(set, input);
  return input;
}

/** A kind whose values are JSON objects with the parameters of `dto` as their keys. */
export function objectKind(dto: Dto): Kind {
  return jsonKind((value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Refusal('must be an object');
    }
    const set = setOf(dto);
    const input = new dto();
    const target = input as Record<string, unknown>;
    for (const parameter of set.parameters) {
      try {
        if (Object.hasOwn(value, parameter.name)) {
          const given = (value as Record<string, unknown>)[parameter.name];
          target[parameter.name] = parameter.kind.fromJson(given);
        } else if (parameter.required) {
          throw new Refusal('is required');
        } else {
          target[parameter.name] = copy(parameter.absent);
        }
      } catch (error) {
        throw error instanceof Refusal ? error.within(`["${parameter.name}"]`) : error;
      }
    }
    const broken = firstBrokenRule(set, input);
    if (broken) throw new Refusal(broken.reason).within(`["${broken.name}"]`);
    return input;
  });
}

function textOf(parameter: Parameter, form: Fields, query: Fields): string | undefined {
  let used = parameter.name;
  let text = form.get(used) ?? query.get(used);
  for (const alias of parameter.aliases) {
    const other = form.get(alias) ?? query.get(alias);
    if (other === undefined) continue;
    if (text !== undefined) throw ApiError.confusingParameters(used, alias);
    used = alias;
    text = other;
  }
  return text;
}

function setOf(dto: Dto): ParameterSet {
  let set = sets.get(dto);
  if (!set) {
    const parameters = inherited(dto.prototype as object);
    set = {
      parameters,
      names: new Set(parameters.flatMap(({ name, aliases }) => [name, ...aliases])),
      hasExtraRules:
        getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false).length > 0,
    };
    sets.set(dto, set);
  }
  return set;
}

function inherited(prototype: object | null): Parameter[] {
  if (prototype === null || prototype === Object.prototype) return [];
  const own = declared.get(prototype) ?? [];
  const names = new Set(own.map(({ name }) => name));
  const above = inherited(Object.getPrototypeOf(prototype) as object | null);
  return [...above.filter(({ name }) => !names.has(name)), ...own];
}

function checkExtraRules(set: ParameterSet, input: object): void {
  const broken = firstBrokenRule(set, input);
  if (broken) throw ApiError.badRequest(`${broken.name} ${broken.reason}`);
}

function firstBrokenRule(
  set: ParameterSet,
  input: object,
): { name: string; reason: string } | undefined {
  if (!set.hasExtraRules) return undefined;
  const errors = validateSync(input, {
    stopAtFirstError: true,
    skipMissingProperties: true,
    forbidUnknownValues: false,
    validationError: { target: false, value: false },
  });
  const position = (name: string): number =>
    set.parameters.findIndex((parameter) => parameter.name === name);
  const [first] = errors.toSorted((a, b) => position(a.property) - position(b.property));
  if (!first) return undefined;
  const message = Object.values(first.constraints ?? {})[0] ?? 'is not valid';
  const prefix = `${first.property} `;
  return {
    name: first.property,
    reason: message.startsWith(prefix) ? message.slice(prefix.length) : message,
  };
}

/** Defaults belong to the class; a handler may change what it was given. */
function copy(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}
