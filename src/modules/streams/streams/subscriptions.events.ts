// Events about subscriptions: one's own, and those of others in channels that one can see.
import { isAmong } from '#platform/event-log/among.js';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import { OVERRIDES, type OwnSettings, ownView } from './subscriptions.view.js';

/** One event for everyone who was subscribed at once; each sees their own settings. */
export interface SubscriptionsAdded {
  op: 'add';
  /** The channels with all that is the same for everybody, by id. */
  streams: Record<number, StreamWithReaders>;
  /** Only what is new to them. Most people begin with the same settings, so those are together. */
  own: AlikeSubscriptions[];
  /**
   * Not on the wire. They are subscribed for as long as it takes to read the next event, which
   * tells that they left: so a client has the channel among those that one has left.
   */
  left?: true;
  forClients?: ForClients;
}

interface StreamWithReaders extends Record<string, unknown> {
  subscribers: number[];
}

interface AlikeSubscriptions {
  streamId: number;
  settings: OwnSettings;
  userIds: number[];
}

interface SubscriptionsRemoved {
  op: 'remove';
  subscriptions: { stream_id: number; name: string }[];
  forClients?: ForClients;
}

export interface PeersChanged {
  op: 'peer_add' | 'peer_remove';
  stream_ids: number[];
  user_ids: number[];
  forClients?: ForClients;
}

/**
 * Not on the wire. News only to clients that know archived channels, because the channel is one; or
 * only to the others, for which it was gone while it was archived.
 */
export type ForClients = 'knowing archived' | 'not knowing archived';

export interface SubscriptionUpdated {
  op: 'update';
  stream_id: number;
  property: string;
  value: boolean | string;
  forClients?: ForClients;
}

type SubscriptionChange =
  | SubscriptionsAdded
  | SubscriptionsRemoved
  | SubscriptionUpdated
  | PeersChanged;

export const subscriptionEvent = defineEvent<SubscriptionChange>({
  type: 'subscription',
  variantFor(payload, queue) {
    if (!isFor(payload, queue)) return 'hidden';
    if (payload.op === 'remove' || payload.op === 'update') return '';
    if (payload.op !== 'add')
      return isAmong(payload.user_ids, queue.userId) ? `${queue.userId}` : '';
    return `${queue.userId} ${queue.options.notificationDefaults ? 'filled' : 'null'}`;
  },
  present(payload, queue) {
    if (!isFor(payload, queue)) return undefined;
    if (payload.op === 'add') return presentAdded(payload, queue);
    const { forClients: _for, ...change } = payload;
    if (change.op === 'remove' || change.op === 'update') return change;
    return presentPeers(change, queue.userId);
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

/** For events about one channel, or about several of which all or none are archived. */
export function toldOf(stream: { is_archived: boolean }): { forClients?: ForClients } {
  return stream.is_archived ? { forClients: 'knowing archived' } : {};
}

function isFor({ forClients }: SubscriptionChange, queue: EventQueue): boolean {
  if (forClients === undefined) return true;
  const knows = queue.options.capabilities.archived_channels === true;
  return knows === (forClients === 'knowing archived');
}

function presentAdded({ own, streams, left }: SubscriptionsAdded, queue: EventQueue): object {
  const subscriptions = own
    .filter(({ userIds }) => isAmong(userIds, queue.userId))
    .map(({ streamId, settings }) => ({
      ...(left ? withReader(streams[streamId]!, queue.userId) : streams[streamId]),
      ...ownView(settings, queue.options.notificationDefaults),
    }));
  return { op: 'add', subscriptions };
}

function withReader(stream: StreamWithReaders, userId: number): StreamWithReaders {
  const subscribers = [...stream.subscribers, userId].toSorted((a, b) => a - b);
  return { ...stream, subscribers, subscriber_count: subscribers.length };
}

/** Who joined has the new list of readers from the own event; who left takes oneself out alone. */
function presentPeers(payload: PeersChanged, userId: number): PeersChanged | undefined {
  if (!isAmong(payload.user_ids, userId)) return payload;
  const others = payload.user_ids.filter((id) => id !== userId);
  if (payload.op === 'peer_add' || others.length === 0) return undefined;
  return { ...payload, user_ids: others };
}
