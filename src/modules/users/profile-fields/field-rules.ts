// What a field of the profiles may be: pure rules.
import { EXTERNAL_ACCOUNTS } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import { FieldType } from './field-types.js';
import type { ProfileFieldEntity } from './profile-field.entity.js';

const NAME_MAX_LENGTH = 40;
const HINT_MAX_LENGTH = 80;
const SUMMARY_MAX_FIELDS = 2;
/** As JSON: everybody who registers gets the settings of all fields. */
const DATA_MAX_LENGTH = 100_000;

type CheckedColumns = Omit<ProfileFieldEntity, 'id' | 'realmId' | 'position'>;

/** Throws 400 with what is wrong. `others` are the fields that there are besides it. */
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

/** The settings that belong to the type. Throws 400 with what is wrong with those that are given. */
export function checkedFieldData(
  type: FieldType,
  given: Record<string, unknown> | undefined,
): Record<string, unknown> | null {
  const data = dataOfType(type, given);
  if (data !== null && JSON.stringify(data).length > DATA_MAX_LENGTH) {
    throw ApiError.badRequest(`field_data is too long (at most ${DATA_MAX_LENGTH} characters)`);
  }
  return data;
}

function dataOfType(
  type: FieldType,
  given: Record<string, unknown> | undefined,
): Record<string, unknown> | null {
  switch (type) {
    case FieldType.Choice:
      return checkedChoices(given ?? {});
    case FieldType.ExternalAccount:
      return checkedSite(given ?? {});
    default:
      return null;
  }
}

function checkedChoices(given: Record<string, unknown>): Record<string, unknown> {
  const choices = Object.entries(given);
  if (choices.length === 0) throw ApiError.badRequest('The field needs at least one choice');
  const texts = choices.map(([key, choice]): [string, { text: string; order: string }] => {
    const { text, order, ...rest } = isRecord(choice) ? choice : {};
    const isWhole = typeof text === 'string' && text.trim() !== '' && key.trim() !== '';
    if (!isWhole || typeof order !== 'string' || Object.keys(rest).length > 0) {
      throw ApiError.badRequest('A choice is an object with a text and an order, both strings');
    }
    return [key, { text: text.trim(), order }];
  });
  if (new Set(texts.map(([, { text }]) => text)).size < texts.length) {
    throw ApiError.badRequest('The field has the same choice twice');
  }
  return Object.fromEntries(texts);
}

function checkedSite(given: Record<string, unknown>): Record<string, unknown> {
  const { subtype, url_pattern: pattern, ...rest } = given;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw ApiError.badRequest(`field_data has an unexpected "${unknown}"`);
  if (typeof subtype !== 'string') throw ApiError.badRequest('field_data needs a subtype');
  if (subtype !== 'custom') {
    if (!Object.hasOwn(EXTERNAL_ACCOUNTS, subtype)) {
      throw ApiError.badRequest('This kind of external account is not known');
    }
    return { subtype };
  }
  if (typeof pattern !== 'string' || pattern.split('%(username)s').length !== 2) {
    throw ApiError.badRequest('url_pattern has to contain %(username)s once');
  }
  if (!isWebAddress(pattern.replace('%(username)s', 'username'))) {
    throw ApiError.badRequest('url_pattern is not an address of the web');
  }
  return { subtype, url_pattern: pattern };
}

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
