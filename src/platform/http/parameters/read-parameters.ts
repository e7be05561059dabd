// Reads the parameters of a request into an instance of a DTO class. If several parameters are invalid, the
// error reports the one that is declared first.
import { plainToInstance } from 'class-transformer';
import { ApiError } from '#platform/http/api-error.js';
import { type Dto, declaredParametersOf } from './declared-parameters.js';
import type { Fields } from './fields.js';
import { findViolation, type Violation } from './rule-check.js';
import { ALLOWED_VALUE, PRESENT } from './rules.js';

/** Keeps `Transform`; without `Expose` and `Exclude`, which no DTO uses, it looks up half as much. */
const OPTIONS = { ignoreDecorators: true };

/** Throws an ApiError for the first invalid parameter. */
export function readParameters<T extends object>(dto: Dto<T>, form: Fields, query: Fields): T {
  const texts: Record<string, string> = {};
  const conflicts = new Map<string, ApiError>();
  for (const { name, aliases, repeats } of declaredParametersOf(dto)) {
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
    if (text !== undefined) texts[name] = repeats ? listText(form, name, text) : text;
  }
  const input = instanceOf(dto, texts);
  for (const { name } of declaredParametersOf(dto)) {
    const conflict = conflicts.get(name);
    if (conflict) throw conflict;
    const violation = findViolation(input, name);
    if (violation) throw apiErrorOf(name, violation);
  }
  return input;
}

/** The values of check boxes with one name, as JSON; a list that is JSON already is unchanged. */
function listText(form: Fields, name: string, text: string): string {
  const values = form.repeated?.get(name);
  if (values) return `[${values.join(',')}]`;
  return text.startsWith('[') ? text : `[${text}]`;
}

/** Only sent parameters are passed to class-transformer; the others, usually most, get their default. */
function instanceOf<T extends object>(dto: Dto<T>, texts: Record<string, string>): T {
  const input = plainToInstance(dto, texts, OPTIONS);
  const values = input as Record<string, unknown>;
  for (const { name, fromJson } of declaredParametersOf(dto)) {
    if (!Object.hasOwn(texts, name)) values[name] = fromJson(undefined);
  }
  return input;
}

function apiErrorOf(name: string, { error, path }: Violation): ApiError {
  const { property, constraints = {} } = error;
  if (path === '') {
    if (PRESENT in constraints) return ApiError.missingParameter(name);
    if (ALLOWED_VALUE in constraints) return ApiError.invalidValue(name, error.value);
  }
  const [message = ''] = Object.values(constraints);
  const reason = message.startsWith(property) ? message.slice(property.length) : ` ${message}`;
  return ApiError.badRequest(name + path + reason);
}
