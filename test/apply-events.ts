// What a client does with each kind of event to keep its state current: the state is the answer of
// POST /register, and each function changes it as the documentation of the event says.
// Nothing here is taken from the server, so it tells where state and events do not fit together.
import type { WireEvent } from './event-queue.js';
import { type Details, Unread } from './unread.js';

type Row = Record<string, unknown>;

export interface ClientState {
  /** Everything but the unread messages, as registered. */
  fields: Row;
  unread: Unread | undefined;
  userId: number;
}

export function stateFrom(registered: Row): ClientState {
  const { unread_msgs, ...fields } = structuredClone(registered);
  const userId = registered['user_id'] as number;
  const unread = unread_msgs ? Unread.from(unread_msgs as Row, userId) : undefined;
  return { fields, unread, userId };
}

export function applyEvent(state: ClientState, event: WireEvent): void {
  const apply = effects[event.op === undefined ? event.type : `${event.type}/${event.op}`];
  if (!apply) throw new Error(`It is not known what ${event.type} ${event.op ?? ''} changes`);
  apply(state, structuredClone(event));
}

/**
 * The state in a form in which equal states are equal: lists whose order means nothing are sorted,
 * and what belongs to one registration alone is left out.
 */
export function comparable({ fields, unread }: ClientState): Row {
  const { queue_id: _q, last_event_id: _l, idle_queue_timeout_secs: _i, ...rest } = fields;
  const state: Row = structuredClone(rest);
  for (const [name, key] of SORTED) {
    const list = state[name] as Row[] | undefined;
    list?.sort((a, b) => (a[key] as number) - (b[key] as number));
  }
  state['unread_msgs'] = unread?.wire(mutedIn(fields));
  return state;
}

const SORTED: [name: string, key: string][] = [
  ['realm_users', 'user_id'],
  ['streams', 'stream_id'],
  ['subscriptions', 'stream_id'],
  ['unsubscribed', 'stream_id'],
  ['never_subscribed', 'stream_id'],
  ['realm_user_groups', 'id'],
];

type Effect = (state: ClientState, event: WireEvent) => void;

const effects: Record<string, Effect> = {
  heartbeat: () => undefined,

  message({ fields, unread, userId }, event) {
    const message = event['message'] as Row;
    const flags = event['flags'] as string[];
    const id = message['id'] as number;
    fields['max_message_id'] = Math.max(fields['max_message_id'] as number, id);
    const isDirect = message['type'] === 'private';
    const people = isDirect
      ? (message['display_recipient'] as { id: number }[]).map((person) => person.id)
      : [];
    const others = people.filter((person) => person !== userId);
    if (isDirect) noteConversation(fields, others, id);
    if (flags.includes('read')) return;
    unread?.add(id, {
      mentioned: flags.some((flag) => flag.endsWith('mentioned')),
      ...(isDirect
        ? { others }
        : { streamId: message['stream_id'] as number, topic: message['subject'] as string }),
    });
  },

  'update_message_flags/add'({ fields, unread }, event) {
    const ids = event['messages'] as number[];
    if (event['flag'] === 'read') unread?.remove(ids);
    if (event['flag'] === 'starred') setMembers(fields, 'starred_messages', ids, true);
  },

  'update_message_flags/remove'({ fields, unread }, event) {
    const ids = event['messages'] as number[];
    if (event['flag'] === 'starred') setMembers(fields, 'starred_messages', ids, false);
    if (event['flag'] !== 'read') return;
    const details = event['message_details'] as Record<string, Row>;
    for (const id of ids) unread?.add(id, detailsOf(details[id]!));
  },

  /** Which message is the newest after the newest is gone, a client can not know. */
  delete_message({ fields, unread }, event) {
    const ids = (event['message_ids'] as number[] | undefined) ?? [event['message_id'] as number];
    unread?.remove(ids);
    setMembers(fields, 'starred_messages', ids, false);
  },

  user_topic({ fields }, event) {
    const { id: _id, type: _type, ...change } = event;
    const key = topicKey(change);
    const topics = rows(fields, 'user_topics');
    const known = topics.find((topic) => topicKey(topic) === key);
    if (change['visibility_policy'] === 0) {
      fields['user_topics'] = topics.filter((topic) => topic !== known);
    } else if (known) Object.assign(known, change);
    else topics.push(change);
  },

  muted_topics({ fields }, event) {
    if ('muted_topics' in fields) fields['muted_topics'] = event['muted_topics'];
  },

  // Icons are no part of the state; they come with the topics of a channel.
  'topic_icon/set': () => undefined,
  'topic_icon/remove': () => undefined,

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

  'subscription/add'({ fields }, event) {
    const withReaders = hasReaders(fields);
    for (const { subscribers, ...subscription } of event['subscriptions'] as Row[]) {
      const id = subscription['stream_id'] as number;
      for (const list of ['unsubscribed', 'never_subscribed']) take(fields, list, [id]);
      const readers = withReaders ? { subscribers } : {};
      rows(fields, 'subscriptions').push({ ...subscription, ...readers });
      for (const channel of channels(fields, [id])) {
        channel['subscriber_count'] = subscription['subscriber_count'];
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

  'realm_user/add'({ fields }, event) {
    // Whether somebody is active, the registered state tells by the list that they are in.
    const { is_active: _, ...person } = event['person'] as Row;
    rows(fields, 'realm_users').push(person);
  },

  'user_group/add'({ fields }, event) {
    const group = event['group'] as Row;
    expectSame(findGroup(fields, group['id']), undefined);
    rows(fields, 'realm_user_groups').push(group);
  },

  'user_group/update'({ fields }, event) {
    Object.assign(groupOf(fields, event), event['data']);
  },

  'user_group/remove'({ fields }, event) {
    const removed = groupOf(fields, event);
    const groups = rows(fields, 'realm_user_groups');
    fields['realm_user_groups'] = groups.filter((group) => group !== removed);
  },

  'user_group/add_subgroups'({ fields }, event) {
    const ids = event['direct_subgroup_ids'] as number[];
    setMembers(groupOf(fields, event), 'direct_subgroup_ids', ids, true);
  },

  'user_group/remove_subgroups'({ fields }, event) {
    const ids = event['direct_subgroup_ids'] as number[];
    setMembers(groupOf(fields, event), 'direct_subgroup_ids', ids, false);
  },

  'user_group/add_members'({ fields }, event) {
    setMembers(groupOf(fields, event), 'members', event['user_ids'] as number[], true);
  },

  'user_group/remove_members'({ fields }, event) {
    setMembers(groupOf(fields, event), 'members', event['user_ids'] as number[], false);
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

  'realm/update_dict'({ fields }, event) {
    for (const [name, value] of Object.entries(event['data'] as Row)) {
      fields[`realm_${name}`] = value;
    }
  },
};

/** The kinds of event that this file knows, as `type` or `type/op`. */
export const appliedEvents: readonly string[] = Object.keys(effects);

const CHANNEL_LISTS = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'];

function rows(fields: Row, list: string): Row[] {
  return fields[list] as Row[];
}

/** Takes channels out of a list and returns them. */
function take(fields: Row, list: string, streamIds: number[]): Row[] {
  const isTaken = (row: Row): boolean => streamIds.includes(row['stream_id'] as number);
  const taken = rows(fields, list).filter(isTaken);
  fields[list] = rows(fields, list).filter((row) => !isTaken(row));
  return taken;
}

function channels(fields: Row, streamIds: number[]): Row[] {
  return CHANNEL_LISTS.flatMap((list) => rows(fields, list)).filter((channel) =>
    streamIds.includes(channel['stream_id'] as number),
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

/** Adds to or takes from an ascending list of ids. */
function setMembers(owner: Row, list: string, ids: number[], present: boolean): void {
  const members = new Set(owner[list] as number[]);
  for (const id of ids) {
    if (present) members.add(id);
    else members.delete(id);
  }
  owner[list] = [...members].toSorted((a, b) => a - b);
}

function findGroup(fields: Row, id: unknown): Row | undefined {
  return rows(fields, 'realm_user_groups').find((group) => group['id'] === id);
}

function groupOf(fields: Row, event: WireEvent): Row {
  return findGroup(fields, event['group_id'])!;
}

function topicKey(topic: Row): string {
  return `${topic['stream_id'] as number} ${(topic['topic_name'] as string).toLowerCase()}`;
}

function noteConversation(fields: Row, others: number[], id: number): void {
  const conversations = rows(fields, 'recent_private_conversations');
  const key = others.toSorted((a, b) => a - b);
  const isSame = (row: Row): boolean => String(row['user_ids']) === String(key);
  fields['recent_private_conversations'] = [
    { user_ids: key, max_message_id: id },
    ...conversations.filter((row) => !isSame(row)),
  ];
}

function detailsOf(details: Row): Details {
  const mentioned = details['mentioned'] === true;
  return details['type'] === 'private'
    ? { mentioned, others: details['user_ids'] as number[] }
    : { mentioned, streamId: details['stream_id'] as number, topic: details['topic'] as string };
}

/** A topic is muted by itself, or with its channel unless it is unmuted or followed. */
function mutedIn(fields: Row): (streamId: number, topic: string) => boolean {
  const own = [...rows(fields, 'subscriptions'), ...rows(fields, 'unsubscribed')];
  const channelsMuted = new Set(
    own.filter((row) => row['is_muted'] === true).map((row) => row['stream_id'] as number),
  );
  const policies = new Map(
    rows(fields, 'user_topics').map((topic) => [topicKey(topic), topic['visibility_policy']]),
  );
  return (streamId, topic) => {
    const policy = policies.get(topicKey({ stream_id: streamId, topic_name: topic }));
    return policy === undefined ? channelsMuted.has(streamId) : policy === 1;
  };
}

function expectSame(known: unknown, told: unknown): void {
  if (known !== told) throw new Error(`${String(told)} is known as ${String(known)}`);
}
