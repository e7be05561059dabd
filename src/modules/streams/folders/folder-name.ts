// Rules for names and descriptions of channel folders.
import { LIMITS } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import { hiddenPosition, trimmedName } from '#platform/names.js';

/** Returns the trimmed name. Throws for an invalid one. */
export function checkedFolderName(input: string): string {
  const name = trimmedName(input);
  if (name === '') throw ApiError.badRequest("The folder's name cannot be empty");
  if ([...name].length > LIMITS.max_channel_folder_name_length) {
    throw ApiError.badRequest(
      `The folder's name is too long (limit: ${LIMITS.max_channel_folder_name_length} characters)`,
    );
  }
  if (hiddenPosition(name) !== undefined) {
    throw ApiError.badRequest("The folder's name has an invalid character");
  }
  return name;
}

export function checkedFolderDescription(input: string): string {
  const description = input.trim();
  if ([...description].length > LIMITS.max_channel_folder_description_length) {
    throw ApiError.badRequest(
      `The folder's description is too long (limit: ${LIMITS.max_channel_folder_description_length} characters)`,
    );
  }
  return description;
}
