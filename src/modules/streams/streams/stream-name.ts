// The rules for the names and descriptions of channels.
import { ApiError } from '#platform/http/api-error.js';

/** Control, surrogate and noncharacter code points, which can not be shown or typed. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]|[\u{fdd0}-\u{fdef}]|[\ufffe\uffff]/u;

/** Returns the trimmed name, or throws what is wrong with it. Length counts code points. */
export function checkedStreamName(given: string, maxLength: number): string {
  const name = given.trim();
  if (name === '') throw ApiError.badRequest("The channel's name can't be empty");
  if ([...name].length > maxLength) {
    throw ApiError.badRequest(`The channel's name is too long (limit: ${maxLength} characters)`);
  }
  checkPrintable('name', name);
  return name;
}

/** Line breaks become spaces; throws when it is too long or has other characters of control. */
export function checkedStreamDescription(given: string, maxLength: number): string {
  const description = given.replaceAll(/\r?\n/g, ' ').trim();
  if ([...description].length > maxLength) {
    throw ApiError.badRequest(
      `The channel's description is too long (limit: ${maxLength} characters)`,
    );
  }
  checkPrintable('description', description);
  return description;
}

function checkPrintable(part: 'name' | 'description', text: string): void {
  const position = [...text].findIndex((character) => UNPRINTABLE.test(character));
  if (position === -1) return;
  throw ApiError.badRequest(
    `The channel's ${part} has an invalid character at position ${position + 1}`,
  );
}
