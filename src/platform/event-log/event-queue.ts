// The position of one client in the event log. A queue stores no events, and event ids in a queue are
// those of the log, so any API process can serve any poll and a queue outlives every process.
import { BitSet } from '#platform/bit-set.js';
import type { Audience, EntriesAudience } from './audience.js';

export const DEFAULT_IDLE_SECONDS = 600;
export const MOBILE_IDLE_SECONDS = 12 * 3600;
export const MAX_IDLE_SECONDS = 7 * 24 * 3600;

/** Declared by the client in `POST /register`; a missing key counts as false. */
export const CLIENT_CAPABILITIES = [
  'notification_settings_null',
  'bulk_message_deletion',
  'user_avatar_url_field_optional',
  'stream_typing_notifications',
  'user_settings_object',
  'linkifier_url_template',
  'user_list_incomplete',
  'include_deactivated_groups',
  'archived_channels',
  'empty_topic_name',
  'simplified_presence_events',
  'individual_emoji_changes',
] as const;

export type ClientCapability = (typeof CLIENT_CAPABILITIES)[number];

export type ClientCapabilities = Partial<Record<ClientCapability, boolean>>;

export interface EventQueueOptions {
  /** Kinds of event to deliver; null means all. */
  eventTypes: string[] | null;
  /** Pairs of operator and operand that messages must match. */
  narrow: [string, string][];
  allPublicStreams: boolean;
  applyMarkdown: boolean;
  clientGravatar: boolean;
  slimPresence: boolean;
  capabilities: ClientCapabilities;
  /**
   * The owner's general notification settings when the queue was registered: they replace null in
   * channel settings for clients without the capability `notification_settings_null`.
   */
  notificationDefaults?: Record<string, boolean>;
}

/** A change of the owner's role to or from guest. */
interface GuestChange {
  /** Events with smaller ids precede the change. */
  eventId: number;
  wasGuest: boolean;
}

export interface EventQueue {
  id: string;
  realmId: number;
  userId: number;
  /** Whether the owner is a guest after the last of `guestChanges`. */
  isGuest: boolean;
  /** In ascending order of event ids; may lack those up to `acknowledgedEventId`. */
  guestChanges: GuestChange[];
  clientName: string;
  options: EventQueueOptions;
  idleTimeoutSeconds: number;
  startEventId: number;
  acknowledgedEventId: number;
  lastSeenAt: Date;
  /** Deleted by its owner or for being idle; must no longer be used. */
  ended: boolean;
}

/** The queue with the owner's role at the time of the event. */
export function asOf(queue: EventQueue, eventId: number): EventQueue {
  const later = queue.guestChanges.find((change) => change.eventId > eventId);
  if (!later || later.wasGuest === queue.isGuest) return queue;
  return { ...queue, isGuest: later.wasGuest };
}

/** Whether the audience contains the owner of this queue. */
export function reaches(audience: Audience, queue: EventQueue): boolean {
  switch (audience.kind) {
    case 'users':
      return includes(audience.userIds, queue.userId);
    case 'realm':
      return true;
    case 'non-guests':
      return !queue.isGuest || includes(audience.guestIds, queue.userId);
    case 'entries':
      return entriesFor(audience, queue) !== undefined;
    case 'public-stream':
      return (
        (queue.options.allPublicStreams && !queue.isGuest) ||
        includes(audience.userIds, queue.userId)
      );
    case 'internal':
      return false;
  }
}

/** The positions of the entries for the owner of this queue; undefined without any. */
export function entriesFor(
  { count, nonGuests, userIds, entries }: EntriesAudience,
  { isGuest, userId }: EventQueue,
): BitSet | undefined {
  if (nonGuests && !isGuest) return BitSet.below(count);
  const position = indexOf(userIds, userId);
  return position === -1 ? undefined : BitSet.fromText(entries[position]!);
}

function includes(sorted: number[], value: number): boolean {
  return indexOf(sorted, value) !== -1;
}

/** Binary search; the lists of an audience are sorted when they are read from the log. */
function indexOf(sorted: number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const candidate = sorted[middle]!;
    if (candidate === value) return middle;
    if (candidate < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Longest time by which the stored `last_seen_at` may lag behind `lastSeenAt`. */
export function seenGranularitySeconds(queue: EventQueue): number {
  return Math.min(30, queue.idleTimeoutSeconds / 10);
}

export const EXPIRY_SLACK_SECONDS = 2;

export function isExpired(queue: EventQueue, now: Date): boolean {
  const seconds = queue.idleTimeoutSeconds + seenGranularitySeconds(queue) + EXPIRY_SLACK_SECONDS;
  return now.getTime() > queue.lastSeenAt.getTime() + seconds * 1000;
}
