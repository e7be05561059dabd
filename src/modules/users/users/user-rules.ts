// What a name and an address must look like. Mentions are written with names, so a name may not
// contain what ends or begins a mention, nor look like a mention that carries an id.
import { isEmail } from 'class-validator';
import { ApiError } from '#platform/http/api-error.js';
import { isPlaceholderEmail } from '#modules/users/visibility';

const NAME_MIN_LENGTH = 2;
const NAME_MAX_LENGTH = 100;
const NAME_FORBIDDEN = ['*', '`', '\\', '>', '"', '@'];

/** The name without spaces at its ends. Throws 400 with what is wrong. */
export function checkedFullName(given: string): string {
  const name = given.trim();
  const length = [...name].length;
  if (length < NAME_MIN_LENGTH) throw ApiError.badRequest('The name is too short');
  if (length > NAME_MAX_LENGTH) throw ApiError.badRequest('The name is too long');
  if (/[\p{Cc}\p{Cs}]/u.test(name)) {
    throw ApiError.badRequest('The name contains characters that can not be shown');
  }
  const forbidden = NAME_FORBIDDEN.find((character) => name.includes(character));
  if (forbidden) throw ApiError.badRequest(`The name can not contain ${forbidden}`);
  if (/\|\d+$/.test(name)) throw ApiError.badRequest('The name can not end with | and a number');
  return name;
}

/** The address without spaces at its ends. Throws 400 when it is none. */
export function checkedEmail(given: string): string {
  const email = given.trim();
  // Quoted local parts may contain line breaks, which would corrupt a mail header.
  if (
    /[\p{C}\p{Zl}\p{Zp}]/u.test(email) ||
    !isEmail(email, { require_tld: false, allow_ip_domain: true })
  ) {
    throw ApiError.badRequest('This is not a valid e-mail address');
  }
  return email;
}

/** As above, of a user of the organization at this host. */
export function checkedAddress(given: string, host: string): string {
  const email = checkedEmail(given);
  if (isPlaceholderEmail(email, host)) {
    throw ApiError.badRequest('Addresses of this form stand in for those that people hide');
  }
  return email;
}
