// Events about subscriptions: one's own, and those of others in channels that one can see.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import { type OwnSettings, OVERRIDES, ownView } from './subscriptions.view.js';

/** One event for everyone who was subscribed at once; each sees their own settings. */
export interface SubscriptionsAdded {
  op: 'add';
  /** The channels with all that is the same for everybody, by id. */
  streams: Record<number, Record<string, unknown>>;
  /** Only what is new to them. Most people begin with the same settings, so those are together. */
  own: AlikeSubscriptions[];
  restored?: Restored;
}

interface AlikeSubscriptions {
  streamId: number;
  settings: OwnSettings;
  userIds: number[];
}

interface SubscriptionsRemoved {
  op: 'remove';
  subscriptions: { stream_id: number; name: string }[];
}

export interface PeersChanged {
  op: 'peer_add' | 'peer_remove';
  stream_ids: number[];
  user_ids: number[];
  restored?: Restored;
}

/**
 * Not on the wire. The channel is not archived any more: news only to clients for which it was gone
 * while it was archived.
 */
type Restored = true;

export interface SubscriptionUpdated {
  op: 'update';
  stream_id: number;
  property: string;
  value: boolean | string;
}

type SubscriptionChange =
  | SubscriptionsAdded
  | SubscriptionsRemoved
  | SubscriptionUpdated
  | PeersChanged;

export const subscriptionEvent = defineEvent<SubscriptionChange>({
  type: 'subscription',
  formFor(payload, queue) {
    if (payload.op === 'remove' || payload.op === 'update') return '';
    if (knewAllAlong(payload, queue)) return 'known';
    if (payload.op !== 'add')
      return payload.user_ids.includes(queue.userId) ? `${queue.userId}` : '';
    return `${queue.userId} ${queue.options.notificationDefaults ? 'filled' : 'null'}`;
  },
  present(payload, queue) {
    if (payload.op === 'remove' || payload.op === 'update') return payload;
    if (knewAllAlong(payload, queue)) return undefined;
    if (payload.op !== 'add') return presentPeers(payload, queue.userId);
    const subscriptions = payload.own
      .filter(({ userIds }) => userIds.includes(queue.userId))
      .map(({ streamId, settings }) => ({
        ...payload.streams[streamId],
        ...ownView(settings, queue.options.notificationDefaults),
      }));
    return { op: 'add', subscriptions };
  },
});

/** The rows in the form of the payload. */
export function alike(
  rows: (OwnSettings & { user_id: number; stream_id: number })[],
): AlikeSubscriptions[] {
  const groups = new Map<string, AlikeSubscriptions>();
  for (const row of rows) {
    const { user_id: userId, stream_id: streamId, color, is_muted, pin_to_top } = row;
    const key = [
      streamId,
      color,
      is_muted,
      pin_to_top,
      ...OVERRIDES.map((name) => row[name]),
    ].join();
    const group = groups.get(key);
    if (group) {
      group.userIds.push(userId);
      continue;
    }
    const settings = { color, is_muted, pin_to_top } as OwnSettings;
    for (const name of OVERRIDES) settings[name] = row[name];
    groups.set(key, { streamId, settings, userIds: [userId] });
  }
  return [...groups.values()];
}

function knewAllAlong({ restored }: SubscriptionsAdded | PeersChanged, queue: EventQueue): boolean {
  return restored === true && queue.options.capabilities.archived_channels === true;
}

/** Who joined has the new list of readers from the own event; who left takes oneself out alone. */
function presentPeers(
  { restored: _restored, ...payload }: PeersChanged,
  userId: number,
): PeersChanged | undefined {
  if (!payload.user_ids.includes(userId)) return payload;
  const others = payload.user_ids.filter((id) => id !== userId);
  if (payload.op === 'peer_add' || others.length === 0) return undefined;
  return { ...payload, user_ids: others };
}
