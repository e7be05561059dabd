import { ApiError } from '#platform/http/api-error.js';

const NAME = 'message_retention_days';

/**
 * One of two words. Returns null for the realm setting, -1 for unlimited. Numbers of days are refused, since
 * the server does not delete messages by age.
 */
export function parsedRetentionDays(input: string): number | null {
  if (input === 'realm_default') return null;
  if (input === 'unlimited') return -1;
  if (!/^[1-9]\d{0,8}$/.test(input)) throw ApiError.invalidValue(NAME, input);
  throw ApiError.badRequest(
    `This server does not delete messages by age: ${NAME} can only be "unlimited" or "realm_default"`,
  );
}
