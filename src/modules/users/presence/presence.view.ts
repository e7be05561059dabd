// Presence in the forms of the API: the modern one contains times, the legacy one statuses.
import { toSeconds } from '#platform/clock.js';
import type { EventBody, Schema } from '#platform/http/contract.js';
import type { Presence } from './presence-store.js';

/** A user is idle if connected for longer than this after the last activity. */
const ACTIVE_MS = 70_000;
/** Published to clients as `server_presence_offline_threshold_seconds`. */
export const OFFLINE_AFTER_SECONDS = 200;

type WebsitePresence = NonNullable<EventBody<'PresenceEvent'>['presence']>[string];
type LegacyStatus = Pick<Schema<'LegacyPresence'>, 'status' | 'timestamp'>;

/** `joinedAt` replaces the time of activity of a user who was never active. */
export function modernPresence(presence: Presence, joinedAt: number): Schema<'ModernPresence'> {
  return {
    active_timestamp: seconds(presence.activeAt ?? joinedAt),
    idle_timestamp: seconds(presence.connectedAt),
  };
}

export function legacyPresence(
  presence: Presence,
  joinedAt: number,
): { aggregated: Schema<'LegacyPresence'>; website: WebsitePresence } {
  const status = { client: 'website' as const, ...legacyStatus(presence, joinedAt) };
  return { aggregated: status, website: { ...status, pushable: false } };
}

/** The response for a single user contains both forms. */
export function userPresenceView(
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
