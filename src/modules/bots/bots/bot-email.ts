// The address of a bot, which is derived from a short name.
import { ApiError } from '#platform/http/api-error.js';

const SHORT_NAME = /^[a-z0-9][a-z0-9._+-]{0,49}$/i;

/** `host` is that of the realm. Throws for a short name that cannot be part of an address. */
export function botEmail(shortName: string, host: string): string {
  if (!SHORT_NAME.test(shortName)) {
    throw ApiError.badRequest('The short name of a bot may have letters, digits and . _ + -');
  }
  return `${shortName}-bot@${host}`;
}
