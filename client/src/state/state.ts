// The state of a client: the response of POST /register, kept current by events. It shares no code with
// the server, so tests of the server use it to check that state and events fit together.
import { callEffects } from './calls.effects.js';
import { channelEffects } from './channels.effects.js';
import type { ClientState, Effects, Question } from './effects.js';
import { groupEffects } from './groups.effects.js';
import { laterEffects } from './later.effects.js';
import { messageEffects } from './messages.effects.js';
import { organizationEffects } from './organization.effects.js';
import { presenceEffects } from './presence.effects.js';
import { type Row, topicKey, type WireEvent } from './rows.js';
import { notePermissions } from './permissions.js';
import { settingsEffects } from './settings.effects.js';
import { topicEffects } from './topics.effects.js';
import { type IsMuted, mentionOf, Unread } from './unread.js';
import { userEffects } from './users.effects.js';

const effects: Effects = {
  heartbeat: () => undefined,
  ...messageEffects,
  ...topicEffects,
  ...channelEffects,
  ...presenceEffects,
  ...userEffects,
  ...groupEffects,
  ...organizationEffects,
  ...settingsEffects,
  ...callEffects,
  ...laterEffects,
};

/** The kinds of events that have an effect on the state, as `type` or `type/op`. */
export const appliedEvents: readonly string[] = Object.keys(effects);

export function stateFrom(registered: Row): ClientState {
  const { unread_msgs, ...fields } = structuredClone(registered);
  const userId = registered['user_id'] as number;
  const unread = unread_msgs ? Unread.from(unread_msgs as Row, userId, mutedIn(fields)) : undefined;
  return { fields, unread, questions: new Map(), userId };
}

export function applyEvent(state: ClientState, event: WireEvent): void {
  const apply = effects[event.op === undefined ? event.type : `${event.type}/${event.op}`];
  if (!apply) throw new Error(`It is not known what ${event.type} ${event.op ?? ''} changes`);
  apply(state, structuredClone(event));
  if (DECIDING.includes(event.type)) notePermissions(state.fields, state.userId);
}

/** To be requested after each event; usually there are none. */
export function openQuestions({ fields, unread, questions }: ClientState): Question[] {
  const unclear = unread?.unclear(mutedIn(fields)) ?? [];
  if (unclear.length === 0) return [...questions.values()];
  const mentions: Question = {
    parameters: { message_ids: unclear.slice(0, MAX_MESSAGES) },
    answer(messages) {
      const flags = new Map(messages.map((message) => [message.id, message.flags ?? []]));
      for (const id of unclear.slice(0, MAX_MESSAGES)) {
        const mention = mentionOf(flags.get(id) ?? []);
        unread!.change([id], (details) => ({ ...details, mention }));
      }
    },
  };
  return [...questions.values(), mentions];
}

/**
 * The state in a form for comparisons: lists without a meaningful order are sorted; the fields of a
 * registration, and what no event publishes, are omitted. Shares objects with the
 * state.
 */
export function comparable(client: ClientState): Row {
  const state: Row = { ...client.fields };
  const replace = (name: string, change: (list: Row[]) => Row[]): void => {
    const list = state[name] as Row[] | undefined;
    if (list) state[name] = change(list);
  };
  for (const name of OF_ONE_REGISTRATION) delete state[name];
  for (const [name, key] of SORTED) {
    replace(name, (list) => list.toSorted((a, b) => (a[key] as number) - (b[key] as number)));
  }
  replace('user_topics', (list) => list.toSorted((a, b) => (topicKey(a) < topicKey(b) ? -1 : 1)));
  for (const name of ['realm_users', 'realm_non_active_users']) {
    replace(name, (list) => list.map(withoutGravatar));
  }
  const subscribed = new Set(listed(state, 'subscriptions').map((row) => row['stream_id']));
  for (const name of ['streams', 'unsubscribed', 'never_subscribed']) {
    replace(name, (list) =>
      list.map((row) => (subscribed.has(row['stream_id']) ? row : withoutFirstMessage(row))),
    );
  }
  state['unread_msgs'] = unreadOf(client);
  return state;
}

/** The unread messages, grouped as POST /register does. */
export function unreadOf({ fields, unread }: ClientState): object | undefined {
  return unread?.wire(mutedIn(fields));
}

/** Requested at once. */
const MAX_MESSAGES = 1000;

/** Users who are not subscribed to a channel do not receive its first message. */
function withoutFirstMessage({ first_message_id: _unpublished, ...channel }: Row): Row {
  return channel;
}

/** Types of events that change permissions of the user. */
const DECIDING = ['realm_user', 'user_group', 'realm'];

/** The URL of a gravatar follows from the email, so it may be present or not. */
function withoutGravatar(user: Row): Row {
  const isGravatar = String(user['avatar_url']).startsWith('https://secure.gravatar.com/');
  return isGravatar && user['delivery_email'] !== null ? { ...user, avatar_url: null } : user;
}

/** Fields of the registration: the queue, and the time and position at which the state was read. */
const OF_ONE_REGISTRATION = [
  'queue_id',
  'last_event_id',
  'idle_queue_timeout_secs',
  'server_timestamp',
  'presence_last_update_id',
];

const SORTED: [name: string, key: string][] = [
  ['realm_users', 'user_id'],
  ['realm_non_active_users', 'user_id'],
  ['realm_bots', 'user_id'],
  ['streams', 'stream_id'],
  ['subscriptions', 'stream_id'],
  ['unsubscribed', 'stream_id'],
  ['never_subscribed', 'stream_id'],
  ['realm_user_groups', 'id'],
];

/** Empty if the client did not fetch the list. */
function listed(fields: Row, list: string): Row[] {
  return (fields[list] as Row[] | undefined) ?? [];
}

/** A topic is muted by its policy, or by its channel unless it is unmuted or followed. */
function mutedIn(fields: Row): IsMuted {
  const own = [...listed(fields, 'subscriptions'), ...listed(fields, 'unsubscribed')];
  const channelsMuted = new Set(
    own.filter((row) => row['is_muted'] === true).map((row) => row['stream_id'] as number),
  );
  const policies = new Map(
    listed(fields, 'user_topics').map((topic) => [topicKey(topic), topic['visibility_policy']]),
  );
  return (streamId, topic) => {
    const policy = policies.get(topicKey({ stream_id: streamId, topic_name: topic }));
    return policy === undefined ? channelsMuted.has(streamId) : policy === 1;
  };
}
