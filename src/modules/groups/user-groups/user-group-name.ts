// The rules for names and descriptions of user groups. Prefixes of system groups and of other mention and
// search syntax are reserved.
import { ApiError } from '#platform/http/api-error.js';
import { hiddenPosition, trimmedName } from '#platform/names.js';

const NAME_MAX_LENGTH = 100;
const DESCRIPTION_MAX_LENGTH = 1024;
const RESERVED_PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:'];

/** Returns the trimmed name. Throws for an invalid one. Lengths are in code points. */
export function checkedGroupName(input: string): string {
  const name = trimmedName(input);
  if (name === '') throw ApiError.badRequest("The user group's name cannot be empty");
  if ([...name].length > NAME_MAX_LENGTH) {
    throw ApiError.badRequest(
      `The user group's name is too long (limit: ${NAME_MAX_LENGTH} characters)`,
    );
  }
  if (hiddenPosition(name) !== undefined) {
    throw ApiError.badRequest("The user group's name contains characters that cannot be displayed");
  }
  const prefix = RESERVED_PREFIXES.find((reserved) => name.toLowerCase().startsWith(reserved));
  if (prefix !== undefined) {
    throw ApiError.badRequest(`The user group's name cannot begin with "${prefix}"`);
  }
  return name;
}

/** Throws if the description is too long. */
export function checkedGroupDescription(description: string): string {
  if ([...description].length > DESCRIPTION_MAX_LENGTH) {
    throw ApiError.badRequest(
      `The user group's description is too long (limit: ${DESCRIPTION_MAX_LENGTH} characters)`,
    );
  }
  return description;
}

export function nameIsTaken(name: string): ApiError {
  return ApiError.badRequest(`There is already a user group named "${name}"`);
}
