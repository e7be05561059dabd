// Rules for names and descriptions of streams.
import { ApiError } from '#platform/http/api-error.js';
import { hiddenPosition, trimmedName } from '#platform/names.js';

/** Control, surrogate and noncharacter code points, which cannot be displayed or typed. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]|[\u{fdd0}-\u{fdef}]|[\ufffe\uffff]/u;

/** Returns the trimmed name. Throws for an invalid one. Lengths are in code points. */
export function checkedStreamName(input: string, maxLength: number): string {
  const name = trimmedName(input);
  if (name === '') throw ApiError.badRequest("The channel's name cannot be empty");
  if ([...name].length > maxLength) {
    throw ApiError.badRequest(`The channel's name is too long (limit: ${maxLength} characters)`);
  }
  checkPosition('name', hiddenPosition(name));
  return name;
}

/** Replaces line breaks by spaces. Throws for other control characters and excess length. */
export function checkedStreamDescription(input: string, maxLength: number): string {
  const description = input.replaceAll(/\r?\n/g, ' ').trim();
  if ([...description].length > maxLength) {
    throw ApiError.badRequest(
      `The channel's description is too long (limit: ${maxLength} characters)`,
    );
  }
  const index = [...description].findIndex((character) => UNPRINTABLE.test(character));
  checkPosition('description', index === -1 ? undefined : index + 1);
  return description;
}

function checkPosition(part: 'name' | 'description', position: number | undefined): void {
  if (position === undefined) return;
  throw ApiError.badRequest(
    `The channel's ${part} has an invalid character at position ${position}`,
  );
}
