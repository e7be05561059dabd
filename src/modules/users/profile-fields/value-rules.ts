// Rules for the values of profile fields, by type of field.
import { parseTime } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import { isWebUrl } from './field-rules.js';
import { FieldType } from './field-types.js';
import type { ProfileFieldEntity } from './profile-field.entity.js';

/** A value in a request; null removes the stored value. */
export type RawFieldValue = string | number[] | null;

const SHORT_MAX_LENGTH = 50;
const PARAGRAPH_MAX_LENGTH = 500;
const LINK_MAX_LENGTH = 2048;
const MAX_USERS = 100;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Whether values are Markdown, which is stored with its HTML. */
export function isRendered(type: FieldType): boolean {
  return type === FieldType.ShortText || type === FieldType.Paragraph;
}

/** Returns the value in its stored form; null for an empty one. Throws 400 for an invalid one. */
export function checkedValue(field: ProfileFieldEntity, input: RawFieldValue): string | null {
  if (input === null) return null;
  if (field.type === FieldType.Users) return checkedUsers(field, input);
  if (typeof input !== 'string') throw fieldError(field, 'must be a string');
  const value = input.trim();
  if (value === '') return null;
  const problem = problemOf(field, value);
  if (problem !== undefined) throw fieldError(field, problem);
  return value;
}

function problemOf(
  { type, fieldData: data }: ProfileFieldEntity,
  value: string,
): string | undefined {
  switch (type) {
    case FieldType.ShortText:
    case FieldType.Pronouns:
    case FieldType.ExternalAccount:
      return tooLong(value, SHORT_MAX_LENGTH);
    case FieldType.Paragraph:
      return tooLong(value, PARAGRAPH_MAX_LENGTH);
    case FieldType.Choice:
      return Object.hasOwn(data ?? {}, value) ? undefined : 'is not one of the choices';
    case FieldType.Date:
      return DATE.test(value) && parseTime(value) ? undefined : 'is not a date like 2026-01-31';
    case FieldType.Link:
      return tooLong(value, LINK_MAX_LENGTH) ?? (isWebUrl(value) ? undefined : 'is not a link');
    case FieldType.Users:
      return 'is not a list of users';
  }
}

function checkedUsers(field: ProfileFieldEntity, input: string | number[]): string | null {
  if (input === '') return null;
  const ids = typeof input === 'string' ? parsedIds(input) : input;
  if (ids === undefined) throw fieldError(field, 'is not a list of users');
  if (ids.length > MAX_USERS) throw fieldError(field, 'has too many users');
  return ids.length === 0 ? null : JSON.stringify([...new Set(ids)]);
}

/** Parses a stored value, or one that a client sent as text. Undefined when it is not a list of ids. */
export function parsedIds(text: string): number[] | undefined {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) && ids.every((id) => Number.isSafeInteger(id))
      ? (ids as number[])
      : undefined;
  } catch {
    return undefined;
  }
}

function tooLong(value: string, limit: number): string | undefined {
  return [...value].length > limit ? `is too long (at most ${limit} characters)` : undefined;
}

export function fieldError(field: Pick<ProfileFieldEntity, 'name'>, problem: string): ApiError {
  return ApiError.badRequest(`${field.name} ${problem}`);
}
