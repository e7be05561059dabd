// Rules for names and email addresses. Mentions contain names, so a name must not contain the characters
// that delimit a mention, nor end like a mention with an id.
import { isEmail } from 'class-validator';
import { ApiError } from '#platform/http/api-error.js';
import { hiddenPosition, trimmedName } from '#platform/names.js';
import { isPlaceholderEmail } from '#modules/users/visibility';

const NAME_MIN_LENGTH = 2;
const NAME_MAX_LENGTH = 100;
const NAME_FORBIDDEN = ['*', '`', '\\', '>', '"', '@'];

/** Returns the trimmed name. Throws 400 for an invalid one. */
export function checkedFullName(input: string): string {
  const name = trimmedName(input);
  const length = [...name].length;
  if (length < NAME_MIN_LENGTH) throw ApiError.badRequest('The name is too short');
  if (length > NAME_MAX_LENGTH) throw ApiError.badRequest('The name is too long');
  if (hiddenPosition(name) !== undefined) {
    throw ApiError.badRequest('The name contains control characters or invisible characters');
  }
  const forbidden = NAME_FORBIDDEN.find((character) => name.includes(character));
  if (forbidden) throw ApiError.badRequest(`The name cannot contain ${forbidden}`);
  if (/\|\d+$/.test(name)) throw ApiError.badRequest('The name cannot end with | and a number');
  return name;
}

/** Returns the trimmed address. Throws 400 for an invalid one. */
export function checkedEmail(input: string): string {
  const email = input.trim();
  // Quoted local parts may contain line breaks, which would corrupt a mail header.
  if (
    /[\p{C}\p{Zl}\p{Zp}]/u.test(email) ||
    !isEmail(email, { require_tld: false, allow_ip_domain: true })
  ) {
    throw ApiError.badRequest('This is not a valid email address');
  }
  return email;
}

/** As checkedEmail, and rejects placeholder addresses. `host` is that of the realm. */
export function checkedAddress(input: string, host: string): string {
  const email = checkedEmail(input);
  if (isPlaceholderEmail(email, host)) {
    throw ApiError.badRequest(
      'Email addresses of this form are reserved for users who hide their address',
    );
  }
  return email;
}
