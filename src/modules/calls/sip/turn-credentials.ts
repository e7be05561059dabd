// Time-limited TURN credentials for a secret that Parley shares with the TURN servers, as coturn checks
// them with `use-auth-secret`: the username contains the expiry, and the password is its HMAC.
import { createHmac } from 'node:crypto';
import type { TurnConfig } from '#config/sip.js';
import type { Schema } from '#platform/http/contract.js';

/** An allocation that began within this time continues after it. */
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
