import { ApiError } from '#platform/http/api-error.js';

const NAME = 'message_retention_days';

/** Days, or one of two words; null follows the organization, -1 is for ever. */
export function parsedRetentionDays(given: string): number | null {
  if (given === 'realm_default') return null;
  if (given === 'unlimited') return -1;
  if (!/^[1-9]\d{0,8}$/.test(given)) throw ApiError.invalidValue(NAME, given);
  return Number(given);
}
