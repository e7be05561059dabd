// The browser sessions and programs of a user, as the API shows them.
import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';

export interface AuthorizedClientRow {
  id: number;
  is_session: boolean;
  client_name: string;
  platform: string | null;
  ip_address: string | null;
  created_at: Date;
  last_used_at: Date | null;
}

export function authorizedClientView(
  client: AuthorizedClientRow,
  currentId: number | undefined,
): Schema<'AuthorizedClient'> {
  return {
    id: client.id,
    kind: client.is_session ? 'session' : 'api_key',
    client_name: client.client_name,
    platform: client.platform,
    ip_address: client.ip_address,
    created_at: toSeconds(client.created_at),
    last_used_at: client.last_used_at && toSeconds(client.last_used_at),
    is_current: client.id === currentId,
  };
}
