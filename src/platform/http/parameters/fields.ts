// Decodes query strings and form bodies strictly: bytes that are not UTF-8, malformed percent escapes and
// NUL are errors, since PostgreSQL cannot store them.
import { isUtf8 } from 'node:buffer';
import { ApiError } from '#platform/http/api-error.js';

/** Decoded names and values; the last value of a repeated name counts. */
export interface Fields extends ReadonlyMap<string, string> {
  /** All values of the names that occur more than once, for lists of check boxes. */
  readonly repeated?: ReadonlyMap<string, readonly string[]>;
}

class DecodedFields extends Map<string, string> implements Fields {
  readonly repeated = new Map<string, string[]>();
}

export const MAX_FIELDS = 1000;
export const NO_FIELDS: Fields = new Map();

export function decodeForm(body: Buffer): Fields {
  if (!isUtf8(body)) throw ApiError.badRequest('The request body is not valid UTF-8');
  return decodeFields(body.toString('utf8'));
}

/** `text` is the part of a URL after "?"; each character is one byte, as in node:http. */
export function decodeQuery(text: string): Fields {
  return decodeFields(fromLatin1(text));
}

/** Fields that another parser decoded (multipart), under the same rules. */
export function collectFields(entries: Iterable<readonly [string, string]>): Fields {
  const fields = new DecodedFields();
  for (const [name, value] of entries) add(fields, name, value);
  return fields;
}

function decodeFields(text: string): Fields {
  if (text === '') return NO_FIELDS;
  const fields = new DecodedFields();
  let count = 0;
  for (let start = 0; start < text.length;) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand === -1 ? text.length : ampersand;
    if (end > start) {
      if (++count > MAX_FIELDS) throw ApiError.badRequest('The request has too many parameters');
      const pair = text.slice(start, end);
      const equals = pair.indexOf('=');
      const name = decode(equals === -1 ? pair : pair.slice(0, equals));
      add(fields, name, equals === -1 ? '' : decode(pair.slice(equals + 1)));
    }
    start = end + 1;
  }
  return fields;
}

function add(fields: DecodedFields, name: string, value: string): void {
  if (name.includes('\0') || value.includes('\0')) {
    throw ApiError.badRequest('Parameters cannot contain the NUL character');
  }
  const previous = fields.get(name);
  if (previous !== undefined) {
    const values = fields.repeated.get(name);
    if (values) values.push(value);
    else fields.repeated.set(name, [previous, value]);
  }
  fields.set(name, value);
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw ApiError.badRequest('The parameters are not valid UTF-8 in percent encoding');
  }
}

function fromLatin1(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  if (!isUtf8(bytes)) throw ApiError.badRequest('The parameters are not valid UTF-8');
  return bytes.toString('utf8');
}
