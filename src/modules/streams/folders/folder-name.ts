// The rules for the texts of a folder.
import { LIMITS } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';

/** Control, surrogate and noncharacter code points, which can not be shown or typed. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]|[\u{fdd0}-\u{fdef}]|[\ufffe\uffff]/u;

/** Returns the trimmed name, or throws what is wrong with it. */
export function checkedFolderName(given: string): string {
  const name = given.trim();
  if (name === '') throw ApiError.badRequest("The folder's name can't be empty");
  if ([...name].length > LIMITS.max_channel_folder_name_length) {
    throw ApiError.badRequest(
      `The folder's name is too long (limit: ${LIMITS.max_channel_folder_name_length} characters)`,
    );
  }
  if ([...name].some((character) => UNPRINTABLE.test(character))) {
    throw ApiError.badRequest("The folder's name has an invalid character");
  }
  return name;
}

export function checkedFolderDescription(given: string): string {
  const description = given.trim();
  if ([...description].length > LIMITS.max_channel_folder_description_length) {
    throw ApiError.badRequest(
      `The folder's description is too long (limit: ${LIMITS.max_channel_folder_description_length} characters)`,
    );
  }
  return description;
}
