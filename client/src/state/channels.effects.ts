// Channels, their subscribers, and channel folders.
import type { Effects } from './effects.js';
import { expectSame, type Row, rows, setMembers } from './rows.js';

export const channelEffects: Effects = {
  'stream/create'({ fields }, event) {
    const withReaders = hasReaders(fields);
    for (const stream of event['streams'] as Row[]) {
      rows(fields, 'streams').push(stream);
      const readers = withReaders ? { subscribers: [] } : {};
      rows(fields, 'never_subscribed').push({ ...stream, ...readers });
    }
  },

  'stream/delete'({ fields }, event) {
    const ids = (event['streams'] as Row[]).map((stream) => stream['stream_id'] as number);
    for (const list of CHANNEL_LISTS) take(fields, list, ids);
  },

  'stream/update'({ fields }, event) {
    const { id: _id, type: _type, op: _op, stream_id, property, value, name, ...more } = event;
    for (const channel of channels(fields, [stream_id as number])) {
      expectSame(channel['name'], name);
      Object.assign(channel, { [property as string]: value }, more);
    }
  },

  default_streams({ fields }, event) {
    fields['realm_default_streams'] = event['default_streams'];
  },

  default_stream_groups({ fields }, event) {
    fields['realm_default_stream_groups'] = event['default_stream_groups'];
  },

  'subscription/add'({ fields }, event) {
    const withReaders = hasReaders(fields);
    for (const { subscribers, ...subscription } of event['subscriptions'] as Row[]) {
      const id = subscription['stream_id'] as number;
      for (const list of ['unsubscribed', 'never_subscribed']) take(fields, list, [id]);
      const readers = withReaders ? { subscribers } : {};
      rows(fields, 'subscriptions').push({ ...subscription, ...readers });
      for (const channel of channels(fields, [id])) {
        channel['subscriber_count'] = subscription['subscriber_count'];
        channel['first_message_id'] = subscription['first_message_id'];
      }
    }
  },

  'subscription/remove'({ fields, userId }, event) {
    const ids = (event['subscriptions'] as Row[]).map((channel) => channel['stream_id'] as number);
    rows(fields, 'unsubscribed').push(...take(fields, 'subscriptions', ids));
    changeReaders(fields, ids, [userId], -1);
  },

  'subscription/update'({ fields }, event) {
    const { stream_id: id, property, value } = event;
    const changed = rows(fields, 'subscriptions').find((row) => row['stream_id'] === id);
    changed![property as string] = value;
  },

  'subscription/peer_add'({ fields }, event) {
    changeReaders(fields, event['stream_ids'] as number[], event['user_ids'] as number[], 1);
  },

  'subscription/peer_remove'({ fields }, event) {
    changeReaders(fields, event['stream_ids'] as number[], event['user_ids'] as number[], -1);
  },

  'channel_folder/add'({ fields }, event) {
    rows(fields, 'channel_folders').push(event['channel_folder'] as Row);
  },

  'channel_folder/update'({ fields }, event) {
    const id = event['channel_folder_id'];
    const folder = rows(fields, 'channel_folders').find((row) => row['id'] === id);
    Object.assign(folder!, event['data']);
  },

  'channel_folder/reorder'({ fields }, event) {
    const order = event['order'] as number[];
    for (const folder of rows(fields, 'channel_folders')) {
      folder['order'] = order.indexOf(folder['id'] as number);
    }
    rows(fields, 'channel_folders').sort((a, b) => (a['order'] as number) - (b['order'] as number));
  },
};

const CHANNEL_LISTS = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'];

/** Removes channels from a list and returns them. */
function take(fields: Row, list: string, streamIds: number[]): Row[] {
  const isTaken = (row: Row): boolean => streamIds.includes(row['stream_id'] as number);
  const taken = rows(fields, list).filter(isTaken);
  fields[list] = rows(fields, list).filter((row) => !isTaken(row));
  return taken;
}

/** The rows of the channels in all lists. */
export function channels(fields: Row, streamIds: number[]): Row[] {
  return CHANNEL_LISTS.flatMap((list) => (fields[list] as Row[] | undefined) ?? []).filter(
    (channel) => streamIds.includes(channel['stream_id'] as number),
  );
}

function hasReaders(fields: Row): boolean {
  return ['subscriptions', 'unsubscribed', 'never_subscribed'].some((list) =>
    rows(fields, list).some((channel) => 'subscribers' in channel),
  );
}

function changeReaders(fields: Row, streamIds: number[], userIds: number[], by: 1 | -1): void {
  for (const channel of channels(fields, streamIds)) {
    channel['subscriber_count'] = (channel['subscriber_count'] as number) + by * userIds.length;
    if ('subscribers' in channel) setMembers(channel, 'subscribers', userIds, by === 1);
  }
}
