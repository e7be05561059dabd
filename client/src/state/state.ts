// The state of one client: the answer of POST /register, kept current by events. Nothing here is
// taken from the server's code, so in its tests it tells where state and events do not fit together.
import { channelEffects } from './channels.effects.js';
import type { ClientState, Effects } from './effects.js';
import { groupEffects } from './groups.effects.js';
import { messageEffects } from './messages.effects.js';
import { organizationEffects } from './organization.effects.js';
import { peopleEffects } from './people.effects.js';
import { type Row, rows, topicKey, type WireEvent } from './rows.js';
import { notePermissions } from './permissions.js';
import { settingsEffects } from './settings.effects.js';
import { topicEffects } from './topics.effects.js';
import { Unread } from './unread.js';
import { userEffects } from './users.effects.js';

const effects: Effects = {
  heartbeat: () => undefined,
  ...messageEffects,
  ...topicEffects,
  ...channelEffects,
  ...peopleEffects,
  ...userEffects,
  ...groupEffects,
  ...organizationEffects,
  ...settingsEffects,
};

/** The kinds of event that a state understands, as `type` or `type/op`. */
export const appliedEvents: readonly string[] = Object.keys(effects);

export function stateFrom(registered: Row): ClientState {
  const { unread_msgs, ...fields } = structuredClone(registered);
  const userId = registered['user_id'] as number;
  const unread = unread_msgs ? Unread.from(unread_msgs as Row, userId) : undefined;
  return { fields, unread, questions: new Map(), userId };
}

export function applyEvent(state: ClientState, event: WireEvent): void {
  const apply = effects[event.op === undefined ? event.type : `${event.type}/${event.op}`];
  if (!apply) throw new Error(`It is not known what ${event.type} ${event.op ?? ''} changes`);
  apply(state, structuredClone(event));
  if (DECIDING.includes(event.type)) notePermissions(state.fields, state.userId);
}

/**
 * The state in a form in which equal states are equal: lists whose order means nothing are sorted,
 * and what belongs to one registration alone is left out.
 */
export function comparable(client: ClientState): Row {
  const { fields } = client;
  const state: Row = structuredClone(fields);
  for (const name of OF_ONE_REGISTRATION) delete state[name];
  for (const [name, key] of SORTED) {
    const list = state[name] as Row[] | undefined;
    list?.sort((a, b) => (a[key] as number) - (b[key] as number));
  }
  const topics = state['user_topics'] as Row[] | undefined;
  topics?.sort((a, b) => (topicKey(a) < topicKey(b) ? -1 : 1));
  for (const list of ['realm_users', 'realm_non_active_users']) {
    for (const user of (state[list] as Row[] | undefined) ?? []) leaveOutGravatar(user);
  }
  state['unread_msgs'] = unreadOf(client);
  return state;
}

/** The unread messages, grouped as POST /register does. */
export function unreadOf({ fields, unread }: ClientState): object | undefined {
  return unread?.wire(mutedIn(fields));
}

/** Kinds of event from which it follows what the user may do. */
const DECIDING = ['realm_user', 'user_group', 'realm'];

/** Who knows an address finds its gravatar with or without being told where it is. */
function leaveOutGravatar(user: Row): void {
  const isGravatar = String(user['avatar_url']).startsWith('https://secure.gravatar.com/');
  if (isGravatar && user['delivery_email'] !== null) user['avatar_url'] = null;
}

/** The queue, and what tells when and how far the state was read. */
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
