import type { FetchedApiKey } from '#modules/auth/login';
import type { ResponseOf } from '#platform/http/contract.js';

export function apiKeyView({ apiKey, email, userId }: FetchedApiKey): ResponseOf<'fetch-api-key'> {
  return { api_key: apiKey, email, user_id: userId };
}
