// Rules for names and descriptions of streams.
import { ApiError } from '#platform/http/api-error.js';

/** Control, surrogate and noncharacter code points, which cannot be displayed or typed. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]|[\u{fdd0}-\u{fdef}]|[\ufffe\uffff]/u;

/** Returns the trimmed name. Throws for an invalid one. Lengths are in code points. */
export function checkedStreamName(input: string, maxLength: number): string {
  const name = input.trim();
  if (name === '') throw ApiError.badRequest("The channel's name can't be empty");
  if ([...name].length > maxLength) {
    throw ApiError.badRequest(`The channel's name is too long (limit: ${maxLength} characters)`);
  }
  checkPrintable('name', name);
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
