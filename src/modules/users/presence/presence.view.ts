// Presence in the forms that clients know: times, or a status in the old form.
import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { Presence } from './presence-store.js';

/** Who was connected for so much longer than active is idle. */
const ACTIVE_MS = 70_000;
/** As told to clients in `server_presence_offline_threshold_seconds`. */
export const OFFLINE_AFTER_SECONDS = 200;

type LegacyStatus = Pick<Schema<'LegacyPresence'>, 'status' | 'timestamp'>;

/** Of a person who joined then: before they were ever active, that is the time they go by. */
export function modernPresence(presence: Presence, joinedAt: number): Schema<'ModernPresence'> {
  return {
    active_timestamp: seconds(presence.activeAt ?? joinedAt),
    idle_timestamp: seconds(presence.connectedAt),
  };
}

export function legacyPresence(
  presence: Presence,
  joinedAt: number,
): Record<'aggregated' | 'website', Schema<'LegacyPresence'>> {
  const known = { client: 'website', ...legacyStatus(presence, joinedAt) };
  return { aggregated: known, website: { ...known, pushable: false } };
}

/** Both forms, as the presence of one person is asked for. */
export function wholePresence(
  presence: Presence,
  joinedAt: number,
  now: Date,
): Schema<'UserPresence'> {
  const website = legacyStatus(presence, joinedAt);
  const isOffline = website.timestamp < toSeconds(now) - OFFLINE_AFTER_SECONDS;
  return {
    ...modernPresence(presence, joinedAt),
    website,
    aggregated: isOffline ? { ...website, status: 'offline' } : website,
  };
}

function legacyStatus({ activeAt, connectedAt }: Presence, joinedAt: number): LegacyStatus {
  const lastActive = activeAt ?? joinedAt;
  return lastActive + ACTIVE_MS >= connectedAt
    ? { status: 'active', timestamp: seconds(lastActive) }
    : { status: 'idle', timestamp: seconds(connectedAt) };
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
