// Rules for the definitions of profile fields.
import { EXTERNAL_ACCOUNTS } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import { isObject, unexpectedKeyProblem } from '#platform/http/parameters/json-object.js';
import { FieldType } from './field-types.js';
import type { ProfileFieldEntity } from './profile-field.entity.js';

const NAME_MAX_LENGTH = 40;
const HINT_MAX_LENGTH = 80;
const SUMMARY_MAX_FIELDS = 2;
/** In characters of JSON. The register snapshot contains the settings of all fields. */
const DATA_MAX_LENGTH = 100_000;

type CheckedColumns = Omit<ProfileFieldEntity, 'id' | 'realmId' | 'position'>;

/** Throws 400 for an invalid field. `others` are the other fields of the realm. */
export function checkField(field: CheckedColumns, others: ProfileFieldEntity[]): void {
  if (field.name === '') throw ApiError.badRequest('The field needs a name');
  if ([...field.name].length > NAME_MAX_LENGTH) {
    throw ApiError.badRequest(`The name is too long (at most ${NAME_MAX_LENGTH} characters)`);
  }
  if ([...field.hint].length > HINT_MAX_LENGTH) {
    throw ApiError.badRequest(`The hint is too long (at most ${HINT_MAX_LENGTH} characters)`);
  }
  if (field.displayInProfileSummary) checkSummary(field, others);
  const canMatch = field.type === FieldType.ShortText || field.type === FieldType.ExternalAccount;
  if (field.useForUserMatching && !canMatch) {
    throw ApiError.badRequest('A field of this type cannot be used to find users');
  }
}

function checkSummary(field: CheckedColumns, others: ProfileFieldEntity[]): void {
  if (field.type === FieldType.Users) {
    throw ApiError.badRequest('A field of this type cannot be in the summary of profiles');
  }
  const shown = others.filter((other) => other.displayInProfileSummary);
  if (shown.length < SUMMARY_MAX_FIELDS) return;
  throw ApiError.badRequest(`At most ${SUMMARY_MAX_FIELDS} fields can be in the summary`);
}

/** Returns the settings of a field of this type; null for types without settings. Throws 400 for invalid ones. */
export function checkedFieldData(
  type: FieldType,
  input: Record<string, unknown> | undefined,
): Record<string, unknown> | null {
  const data = dataOfType(type, input);
  if (data !== null && JSON.stringify(data).length > DATA_MAX_LENGTH) {
    throw ApiError.badRequest(`field_data is too long (at most ${DATA_MAX_LENGTH} characters)`);
  }
  return data;
}

function dataOfType(
  type: FieldType,
  input: Record<string, unknown> | undefined,
): Record<string, unknown> | null {
  switch (type) {
    case FieldType.Choice:
      return checkedChoices(input ?? {});
    case FieldType.ExternalAccount:
      return checkedSite(input ?? {});
    default:
      return null;
  }
}

function checkedChoices(input: Record<string, unknown>): Record<string, unknown> {
  const choices = Object.entries(input);
  if (choices.length === 0) throw ApiError.badRequest('The field needs at least one choice');
  const texts = choices.map(([key, choice]): [string, { text: string; order: string }] => {
    const { text, order, ...rest } = isObject(choice) ? choice : {};
    const isComplete = typeof text === 'string' && text.trim() !== '' && key.trim() !== '';
    if (!isComplete || typeof order !== 'string' || Object.keys(rest).length > 0) {
      throw ApiError.badRequest(
        'Each choice must be an object with a text and an order, both strings',
      );
    }
    return [key, { text: text.trim(), order }];
  });
  if (new Set(texts.map(([, { text }]) => text)).size < texts.length) {
    throw ApiError.badRequest('The choices of the field must differ from each other');
  }
  return Object.fromEntries(texts);
}

function checkedSite(input: Record<string, unknown>): Record<string, unknown> {
  const { subtype, url_pattern: pattern } = input;
  const problem = unexpectedKeyProblem(input, ['subtype', 'url_pattern']);
  if (problem !== undefined) throw ApiError.badRequest(`field_data ${problem}`);
  if (typeof subtype !== 'string') throw ApiError.badRequest('field_data needs a subtype');
  if (subtype !== 'custom') {
    if (!Object.hasOwn(EXTERNAL_ACCOUNTS, subtype)) {
      throw ApiError.badRequest('Unknown kind of external account');
    }
    return { subtype };
  }
  if (typeof pattern !== 'string' || pattern.split('%(username)s').length !== 2) {
    throw ApiError.badRequest('url_pattern must contain %(username)s once');
  }
  if (!isWebUrl(pattern.replace('%(username)s', 'username'))) {
    throw ApiError.badRequest('url_pattern must be an HTTP or HTTPS URL');
  }
  return { subtype, url_pattern: pattern };
}

export function isWebUrl(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}
