// Events of subscriptions: those of the user, and those of other users to streams that the user can see.
import { isAmong } from '#platform/event-log/among.js';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import {
  type SubscriptionEntity,
  type SubscriptionSettings,
  settingsOf,
} from './subscription.entity.js';
import { subscriptionSettingsView } from './subscriptions.view.js';

/** One event for all users subscribed at once; each user receives their own settings. */
export interface SubscriptionsAdded {
  op: 'add';
  /** The streams with the properties that are equal for all users, keyed by id. */
  streams: Record<number, StreamWithReaders>;
  /** The new subscriptions, grouped by equal settings, since those of most users are equal. */
  own: EqualSubscriptions[];
  /**
   * Not on the wire: the next event removes the subscription again, so that clients list the stream
   * as unsubscribed.
   */
  left?: true;
  forClients?: ForClients;
}

interface StreamWithReaders extends Record<string, unknown> {
  subscribers: number[];
}

interface EqualSubscriptions {
  streamId: number;
  settings: SubscriptionSettings;
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
 * Not on the wire: limits the event to clients with the capability for archived streams, or to those
 * without it, for which the stream did not exist while it was archived.
 */
export type ForClients = 'with archived channels' | 'without archived channels';

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

export const subscriptionEvent = defineEvent<SubscriptionChange, object>({
  type: 'subscription',
  changesRights: ({ op }) => op === 'remove',
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

/** Groups subscriptions by stream and equal settings. */
export function groupBySettings(subscriptions: SubscriptionEntity[]): EqualSubscriptions[] {
  const groups = new Map<string, EqualSubscriptions>();
  for (const subscription of subscriptions) {
    const { userId, streamId } = subscription;
    const settings = settingsOf(subscription);
    const key = [streamId, ...Object.values(settings)].join();
    const group = groups.get(key);
    if (group) group.userIds.push(userId);
    else groups.set(key, { streamId, settings, userIds: [userId] });
  }
  return [...groups.values()];
}

/** The streams of one event are either all archived or all active. */
export function forClientsOf(stream: { isArchived: boolean }): { forClients?: ForClients } {
  return stream.isArchived ? { forClients: 'with archived channels' } : {};
}

function isFor({ forClients }: SubscriptionChange, queue: EventQueue): boolean {
  if (forClients === undefined) return true;
  const includesArchived = queue.options.capabilities.archived_channels === true;
  return includesArchived === (forClients === 'with archived channels');
}

function presentAdded({ own, streams, left }: SubscriptionsAdded, queue: EventQueue): object {
  const subscriptions = own
    .filter(({ userIds }) => isAmong(userIds, queue.userId))
    .map(({ streamId, settings }) => ({
      ...(left ? withReader(streams[streamId]!, queue.userId) : streams[streamId]),
      ...subscriptionSettingsView(settings, queue.options.notificationDefaults),
    }));
  return { op: 'add', subscriptions };
}

function withReader(stream: StreamWithReaders, userId: number): StreamWithReaders {
  const subscribers = [...stream.subscribers, userId].toSorted((a, b) => a - b);
  return { ...stream, subscribers, subscriber_count: subscribers.length };
}

/** New subscribers receive the subscribers with their own event, and former ones with the removal. */
function presentPeers(payload: PeersChanged, userId: number): PeersChanged | undefined {
  if (!isAmong(payload.user_ids, userId)) return payload;
  const others = payload.user_ids.filter((id) => id !== userId);
  if (payload.op === 'peer_add' || others.length === 0) return undefined;
  return { ...payload, user_ids: others };
}
