// Reads the parameters of a request into an instance of a DTO class. Of several problems the one of the
// parameter that is declared first is reported.
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError, type ValidatorOptions } from 'class-validator';
import { ApiError } from '#platform/http/api-error.js';
import { type Dto, declaredParametersOf } from './declared-parameters.js';
import type { Fields } from './fields.js';
import { isInvalidValue, PRESENT } from './rules.js';

const OPTIONS: ValidatorOptions = { stopAtFirstError: true, forbidUnknownValues: false };

/** Throws an ApiError for the first parameter that is wrong. */
export function readParameters<T extends object>(dto: Dto<T>, form: Fields, query: Fields): T {
  const texts: Record<string, string> = {};
  const conflicts = new Map<string, ApiError>();
  for (const { name, aliases } of declaredParametersOf(dto)) {
    let used = name;
    let text = form.get(used) ?? query.get(used);
    for (const alias of aliases) {
      const other = form.get(alias) ?? query.get(alias);
      if (other === undefined) continue;
      if (text !== undefined) {
        conflicts.set(name, ApiError.confusingParameters(used, alias));
        break;
      }
      used = alias;
      text = other;
    }
    if (text !== undefined) texts[name] = text;
  }
  const input = plainToInstance(dto, texts, { excludeExtraneousValues: true });
  const errors = validateSync(input, OPTIONS);
  if (errors.length > 0 || conflicts.size > 0) throw firstProblem(dto, errors, conflicts);
  return input;
}

function firstProblem(
  dto: Dto,
  errors: ValidationError[],
  conflicts: ReadonlyMap<string, ApiError>,
): ApiError {
  for (const { name } of declaredParametersOf(dto)) {
    const conflict = conflicts.get(name);
    if (conflict) return conflict;
    const error = errors.find(({ property }) => property === name);
    if (error) return apiErrorOf(error);
  }
  throw new Error(`${dto.name} has a rule for a property that is no parameter`);
}

function apiErrorOf(error: ValidationError): ApiError {
  const { property, constraints = {} } = error;
  const contexts = Object.values<unknown>(error.contexts ?? {});
  if (PRESENT in constraints) return ApiError.missingParameter(property);
  // Contexts belong to all rules of one kind; the value is named only if a rule could read it.
  const isScalar = typeof error.value !== 'object' || error.value === null;
  if (contexts.some(isInvalidValue) && isScalar) {
    return ApiError.invalidValue(property, error.value);
  }
  return ApiError.badRequest(property + describe(error));
}

/** What follows the name of the property, such as `[0]["operator"] must be a string`. */
function describe({ property, constraints, children = [] }: ValidationError): string {
  const [message] = Object.values(constraints ?? {});
  if (message !== undefined) {
    return message.startsWith(property) ? message.slice(property.length) : ` ${message}`;
  }
  const child = firstOf(children);
  const isItem = Array.isArray(child.target);
  const step = isItem ? `[${child.property}]` : `["${child.property}"]`;
  return step + describe(child);
}

/** The problem of the item or of the member that comes first. */
function firstOf(errors: ValidationError[]): ValidationError {
  const [any] = errors;
  if (!any) throw new Error('A rule was broken, but class-validator names none');
  if (Array.isArray(any.target)) return any;
  const names = declaredParametersOf(any.target?.constructor as Dto).map(({ name }) => name);
  return errors.toSorted((a, b) => names.indexOf(a.property) - names.indexOf(b.property))[0] ?? any;
}
