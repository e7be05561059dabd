// The state in the response of POST /register compared with its documentation: for every kind of user,
// each documented field exists exactly when its event types are fetched.
import { describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { loadOpenApiDocument } from '#platform/http/openapi/openapi-loader.js';
import { sharedTestApp } from './app.js';
import type { Client } from './client.js';
import {
  changeRealmSettings,
  createChannel,
  createRealm,
  createUser,
  sendToStream,
} from './factories.js';

/** Only for demo organizations, which do not exist. */
const NEVER = ['demo_organization_scheduled_deletion_date'];
const ENVELOPE = ['result', 'msg'];
const QUEUE = [
  'queue_id',
  'last_event_id',
  'zulip_version',
  'zulip_merge_base',
  'zulip_feature_level',
  'service_feature_level',
];
/** Fields that identify a user. */
const OF_ONESELF = [
  'user_id',
  'email',
  'delivery_email',
  'full_name',
  'avatar_source',
  'avatar_url',
  'avatar_url_medium',
];

interface Marked {
  properties?: Record<string, { 'x-fetched-with'?: string[] }>;
}

/** The documented fields by the types with which they are fetched, as one text. */
function documentedFields(): Map<string, string[]> {
  const schemas = loadOpenApiDocument().components.schemas as Record<string, Marked>;
  const fields = new Map<string, string[]>();
  for (const [name, { properties = {} }] of Object.entries(schemas)) {
    if (!name.startsWith('Registered') || name === 'RegisteredQueue') continue;
    for (const [field, { 'x-fetched-with': types }] of Object.entries(properties)) {
      if (!types) throw new Error(`It is not documented with what ${field} is fetched`);
      if (NEVER.includes(field)) continue;
      const key = types.toSorted().join(' ');
      fields.set(key, [...(fields.get(key) ?? []), field]);
    }
  }
  return fields;
}

const documented = documentedFields();

const test = await sharedTestApp();
const realm = await createRealm(test);
await changeRealmSettings(test, realm, { enable_spectator_access: true });
const { owner } = realm;
const member = await createUser(test, realm);
const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
const guest = await createUser(test, realm, { role: Role.Guest });
const channel = await createChannel(owner, [member, guest], { is_web_public: true });
await sendToStream(member, channel.name, 'topic', 'for everyone');
const clients: Record<string, Client> = {
  owner: owner.client,
  'a member': member.client,
  'a guest': guest.client,
  'a bot': bot.client,
  'a visitor without an account': realm.anonymous,
};

async function registered(
  client: Client,
  parameters: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  return client.expect('POST', 'register', { event_types: [], ...parameters });
}

describe.each(['owner', 'a member', 'a guest', 'a bot', 'a visitor without an account'])(
  '%s',
  (name) => {
    const isSpectator = name === 'a visitor without an account';
    const always = [...ENVELOPE, ...QUEUE, ...(isSpectator ? [] : ['idle_queue_timeout_secs'])];
    const absent = new Set(isSpectator ? OF_ONESELF : []);
    const expected = (fields: string[]): string[] =>
      [...always, ...fields.filter((field) => !absent.has(field))].toSorted();

    it('has all fields when all types are fetched', async () => {
      const state = await registered(clients[name]!, { event_types: null });
      const fields = [...documented]
        // For clients without support for its successor.
        .filter(([types]) => types !== 'muted_topics')
        .flatMap(([, names]) => names);
      expect(Object.keys(state).toSorted()).toEqual(expected(fields));
    });

    it.each([...documented.keys()])('has with %s the fields of that type', async (types) => {
      const state = await registered(clients[name]!, { fetch_event_types: types.split(' ') });
      const fields =
        types === 'message update_message_flags'
          ? [...documented.get(types)!, ...documented.get('message')!]
          : documented.get(types)!;
      expect(Object.keys(state).toSorted()).toEqual(expected(fields));
    });

    it('has no fields for unknown types', async () => {
      const state = await registered(clients[name]!, { fetch_event_types: ['no such type'] });
      expect(Object.keys(state).toSorted()).toEqual(expected([]));
    });
  },
);

it('muted topics are omitted for clients with topic policies', async () => {
  const types = { fetch_event_types: ['muted_topics', 'user_topic'] };
  for (const client of Object.values(clients)) {
    const state = await registered(client, types);
    expect(state).toHaveProperty('user_topics');
    expect(state).not.toHaveProperty('muted_topics');
  }
});

it('fields of unsupported features are empty', async () => {
  expect(await registered(realm.owner.client, { event_types: null })).toMatchObject({
    drafts: [],
    scheduled_messages: [],
    reminders: [],
    saved_snippets: [],
    has_zoom_token: false,
    has_webex_token: false,
    stop_words: [],
    realm_default_stream_groups: [],
    realm_filters: [],
  });
});

describe('a visitor without an account', () => {
  it('receives the web-public channels, and no users', async () => {
    await createChannel(realm.owner, []);
    const state = await registered(realm.anonymous, { event_types: null });
    const seen = [{ stream_id: channel.id }];
    expect(state).toMatchObject({
      queue_id: null,
      last_event_id: -1,
      streams: seen,
      never_subscribed: seen,
      subscriptions: [],
      realm_users: [],
      is_admin: false,
    });
    const groups = state['realm_user_groups'] as { members: number[]; is_system_group: boolean }[];
    expect(groups.length).toBeGreaterThan(0);
    for (const group of groups) expect(group).toMatchObject({ members: [], is_system_group: true });
  });

  it('cannot fetch types that need an account', async () => {
    for (const parameters of [
      { client_gravatar: true },
      { include_subscribers: 'true' },
      { include_subscribers: 'partial' },
    ]) {
      const { status, body } = await realm.anonymous.post('register', parameters);
      expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    }
    const state = await registered(realm.anonymous, { client_gravatar: false });
    expect(state['queue_id']).toBeNull();
  });

  it('is refused if the organization disables it', async () => {
    const closed = await createRealm(test);
    const { status, body } = await closed.anonymous.post('register');
    expect([status, body['code']]).toEqual([401, 'UNAUTHORIZED']);
  });
});
