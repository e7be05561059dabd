// Time-limited TURN credentials, which coturn verifies with `use-auth-secret`: the username contains the expiry,
// and the password is the HMAC of the username with the secret that Parley shares with the TURN servers.
import { createHmac } from 'node:crypto';
import type { TurnConfig } from '#config/sip.js';
import type { Schema } from '#platform/http/contract.js';

/** Validity in seconds. Allocations that were made within this time continue after it. */
const VALID_SECONDS = 3600;

export function iceServers(
  { urls, secret }: TurnConfig,
  userId: number,
  now: number,
): Schema<'IceServer'>[] {
  const username = `${now + VALID_SECONDS}:${userId}`;
  const credential = createHmac('sha1', secret).update(username).digest('base64');
  return [{ urls, username, credential }];
}
