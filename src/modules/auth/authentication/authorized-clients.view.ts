// The browser sessions and programs of a user, as the API shows them.
import { toSeconds } from '#platform/clock.js';
import type { AuthorizedClientEntity } from './authorized-client.entity.js';
import type { Schema } from '#platform/http/contract.js';

export function authorizedClientView(
  client: AuthorizedClientEntity,
  currentId: number | undefined,
): Schema<'AuthorizedClient'> {
  return {
    id: client.id,
    kind: client.tokenHash !== null ? 'session' : 'api_key',
    client_name: client.clientName,
    platform: client.platform,
    ip_address: client.ipAddress,
    created_at: toSeconds(client.createdAt),
    last_used_at: client.lastUsedAt && toSeconds(client.lastUsedAt),
    is_current: client.id === currentId,
  };
}
