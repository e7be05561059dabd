// What somebody may fill in: pure rules for each type of field.
import { parseTime } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import { isWebAddress } from './field-rules.js';
import { FieldType } from './field-types.js';
import type { ProfileFieldEntity } from './profile-field.entity.js';

/** As it comes over the wire; null takes the value away. */
export type GivenValue = string | number[] | null;

const SHORT_MAX_LENGTH = 50;
const PARAGRAPH_MAX_LENGTH = 500;
const LINK_MAX_LENGTH = 2048;
const MAX_USERS = 100;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Whether the value may be written in Markdown, so that clients get HTML of it too. */
export function isRendered(type: FieldType): boolean {
  return type === FieldType.ShortText || type === FieldType.Paragraph;
}

/** The value in the form that is kept; null for nothing. Throws 400 with what is wrong. */
export function checkedValue(field: ProfileFieldEntity, given: GivenValue): string | null {
  if (given === null) return null;
  if (field.type === FieldType.Users) return checkedUsers(field, given);
  if (typeof given !== 'string') throw refused(field, 'is not a text');
  const value = given.trim();
  if (value === '') return null;
  const problem = problemOf(field, value);
  if (problem !== undefined) throw refused(field, problem);
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
      return tooLong(value, LINK_MAX_LENGTH) ?? (isWebAddress(value) ? undefined : 'is not a link');
    case FieldType.Users:
      return 'is not a list of users';
  }
}

function checkedUsers(field: ProfileFieldEntity, given: string | number[]): string | null {
  if (given === '') return null;
  const ids = typeof given === 'string' ? parsedIds(given) : given;
  if (ids === undefined) throw refused(field, 'is not a list of users');
  if (ids.length > MAX_USERS) throw refused(field, 'has too many users');
  return ids.length === 0 ? null : JSON.stringify([...new Set(ids)]);
}

/** The ids in a value that is kept, or that a client sent as text. */
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

export function refused(field: Pick<ProfileFieldEntity, 'name'>, problem: string): ApiError {
  return ApiError.badRequest(`${field.name} ${problem}`);
}
