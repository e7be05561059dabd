// Names of custom emoji, as written between colons.
import { ApiError } from '#platform/http/api-error.js';

const NAME = /^[0-9a-z_-]{0,99}[0-9a-z]$/;

/** Replaces spaces by underscores. Throws for an invalid name. */
export function checkedEmojiName(input: string): string {
  const name = input.trim().replaceAll(' ', '_');
  if (!NAME.test(name)) {
    throw ApiError.badRequest(
      'The name of an emoji must have at most 100 lower-case letters, digits, hyphens, underscores and spaces, and end with a letter or digit',
    );
  }
  return name;
}
