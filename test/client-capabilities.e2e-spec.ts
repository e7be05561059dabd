// Each capability of a client by itself: what the state and the events look like to a client that
// has it, and to one that has everything but it.
import { describe, expect, it } from '@jest/globals';
import { CLIENT_CAPABILITIES, type ClientCapability } from '#platform/event-log/event-queue.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { TestQueue, until, type WireEvent } from './event-queue.js';
import {
  changeRealmSettings,
  createChannel,
  createCustomEmoji,
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';

const FETCHED = [
  'message',
  'update_message_flags',
  'realm_user',
  'realm_user_groups',
  'realm_linkifiers',
  'realm_emoji',
  'stream',
  'subscription',
  'user_settings',
];

type State = Record<string, unknown>;
type Rows = Record<string, unknown>[];

interface Scene {
  realm: TestRealm;
  owner: TestUser;
  member: TestUser;
  channel: { id: number; name: string };
}

interface Case {
  /** The owner by default. */
  observer?: (scene: Scene) => TestUser;
  /** Before the clients register. */
  prepare?: (scene: Scene) => Promise<unknown>;
  act: (scene: Scene) => Promise<unknown>;
  /** The kind of event to check. */
  event: string;
  /** The relevant part of the state and the events. */
  seen: (state: State, events: WireEvent[], scene: Scene) => unknown;
  understood: unknown;
  otherwise: unknown;
}
const test = await sharedTestApp();

async function createCase(): Promise<Scene> {
  const { realm, owner, member } = await createScene(test, { member: {} });
  const channel = await createChannel(owner, [member]);
  return { realm, owner, member, channel };
}

async function makeGroup({ owner }: Scene, name: string): Promise<number> {
  const { group_id: id } = await owner.client.expect('POST', 'user_groups/create', {
    name,
    description: '',
    members: [owner.userId],
  });
  return id as number;
}

async function deactivateGroup(scene: Scene, name: string): Promise<void> {
  const id = await makeGroup(scene, name);
  await scene.owner.client.expect('POST', `user_groups/${id}/deactivate`);
}

function names(state: State, list: string): unknown[] {
  return (state[list] as Rows).map((row) => row['name']);
}

/** The last event, without variable fields. */
function fields(events: WireEvent[]): string[] {
  return Object.keys(events.at(-1) ?? {})
    .filter((name) => name !== 'id')
    .toSorted();
}

const LEGACY_PRESENCE = ['email', 'presence', 'server_timestamp', 'type', 'user_id'];

const cases: Record<ClientCapability, Case> = {
  notification_settings_null: {
    act: ({ owner }) =>
      owner.client.expect('POST', 'users/me/subscriptions', {
        subscriptions: [{ name: 'with settings' }],
      }),
    event: 'subscription',
    seen(state, events) {
      const [before] = state['subscriptions'] as Rows;
      const added = events.find(({ op }) => op === 'add');
      const [after] = added!['subscriptions'] as Rows;
      return [before!['push_notifications'], after!['push_notifications']];
    },
    understood: [null, null],
    otherwise: [false, false],
  },
  bulk_message_deletion: {
    prepare: ({ owner, channel }) =>
      Promise.all([1, 2, 3].map(() => sendToStream(owner, channel.name, 'gone', 'text'))),
    async act({ owner, channel }) {
      const deleting = owner.client.expect('POST', `streams/${channel.id}/delete_topic`, {
        topic_name: 'gone',
      });
      await until(async () => {
        await runJobs(test.app);
        return (await leftOf(channel.id)) === 0;
      });
      await deleting;
    },
    event: 'delete_message',
    seen: (_, events) => events.map((event) => (event['message_ids'] as number[])?.length ?? 1),
    understood: [3],
    otherwise: [1, 1, 1],
  },
  // Avatars are never omitted; clients with the capability receive them too.
  user_avatar_url_field_optional: {
    act: ({ realm }) => createUser(test, realm),
    event: 'realm_user',
    seen: (state, events) => [
      (state['realm_users'] as Rows).every((user) => 'avatar_url' in user),
      'avatar_url' in (events[0]!['person'] as object),
    ],
    understood: [true, true],
    otherwise: [true, true],
  },
  stream_typing_notifications: {
    async act({ owner, member, channel }) {
      const start = { op: 'start', stream_id: channel.id, topic: 'topic' };
      await member.client.expect('POST', 'typing', { type: 'channel', ...start });
      const to = [owner.userId];
      await member.client.expect('POST', 'typing', { type: 'direct', op: 'start', to });
    },
    event: 'typing',
    seen: (_, events) => events.map((event) => event['message_type']),
    understood: ['stream', 'direct'],
    otherwise: ['direct'],
  },
  // No effect since level 439: all clients receive the object and the old field.
  user_settings_object: {
    act: ({ owner }) =>
      owner.client.expect('PATCH', 'settings', { receives_typing_notifications: false }),
    event: 'user_settings',
    seen: (state, events) => [
      (state['user_settings'] as State)['receives_typing_notifications'],
      state['receives_typing_notifications'],
      events.map((event) => [event['property'], event['value']]),
    ],
    understood: [true, true, [['receives_typing_notifications', false]]],
    otherwise: [true, true, [['receives_typing_notifications', false]]],
  },
  linkifier_url_template: {
    prepare: ({ owner }) =>
      owner.client.expect('POST', 'realm/filters', {
        pattern: 'issue (?P<id>[0-9]+)',
        url_template: 'https://example.com/{id}',
      }),
    act: ({ owner }) =>
      owner.client.expect('POST', 'realm/filters', {
        pattern: 'task (?P<id>[0-9]+)',
        url_template: 'https://example.com/{id}',
      }),
    event: 'realm_linkifiers',
    seen: (state, events) => [
      (state['realm_linkifiers'] as Rows).length,
      events.map((event) => (event['realm_linkifiers'] as Rows).length),
    ],
    understood: [1, [2]],
    otherwise: [0, []],
  },
  user_list_incomplete: {
    observer: ({ member }) => member,
    async prepare({ realm, member }) {
      await test.dataSource.query(`UPDATE users SET role = ${Role.Guest} WHERE id = $1`, [
        member.userId,
      ]);
      await createUser(test, realm, { fullName: 'Sample Member' });
      const { id } = await groupNamed(realm, 'role:members');
      await changeRealmSettings(test, realm, { can_access_all_users_group: id });
    },
    act: ({ realm }) => createUser(test, realm, { fullName: 'Sample Joiner' }),
    event: 'realm_user',
    seen: (state, events, { owner, member }) => [
      (state['realm_users'] as Rows).filter(
        ({ user_id: id }) => id !== owner.userId && id !== member.userId,
      ).length > 0,
      events.filter(({ op }) => op === 'add').length,
    ],
    understood: [false, 0],
    otherwise: [true, 1],
  },
  include_deactivated_groups: {
    prepare: (scene) => deactivateGroup(scene, 'gone'),
    act: (scene) => deactivateGroup(scene, 'going'),
    event: 'user_group',
    seen: (state, events) => [
      names(state, 'realm_user_groups').includes('gone'),
      events.map(({ op }) => op),
    ],
    understood: [true, ['add', 'update']],
    otherwise: [false, ['add', 'remove']],
  },
  archived_channels: {
    async prepare({ owner }) {
      const { id } = await createChannel(owner, []);
      await owner.client.expect('DELETE', `streams/${id}`);
    },
    act: ({ owner, channel }) => owner.client.expect('DELETE', `streams/${channel.id}`),
    event: 'stream',
    seen: (state, events) => [
      (state['streams'] as Rows).some((stream) => stream['is_archived']),
      events.map((event) => [event.op, event['property']]),
    ],
    understood: [true, [['update', 'is_archived']]],
    otherwise: [false, [['delete', undefined]]],
  },
  empty_topic_name: {
    prepare: ({ member, channel }) => sendToStream(member, channel.name, '', 'unread'),
    act: ({ member, channel }) => sendToStream(member, channel.name, '', 'text'),
    event: 'message',
    seen(state, events) {
      const [unread] = (state['unread_msgs'] as { streams: Rows }).streams.slice(-1);
      return [unread!['topic'], (events[0]!['message'] as State)['subject']];
    },
    understood: ['', ''],
    otherwise: ['general chat', 'general chat'],
  },
  simplified_presence_events: {
    act: ({ member }) =>
      member.client.expect('POST', 'users/me/presence', { status: 'active', ping_only: true }),
    event: 'presence',
    seen: (_, events) => fields(events),
    understood: ['presences', 'type'],
    otherwise: LEGACY_PRESENCE,
  },
  individual_emoji_changes: {
    prepare: ({ realm }) => createCustomEmoji(test, realm, 'octopus'),
    act: ({ owner }) => owner.client.expect('DELETE', 'realm/emoji/octopus'),
    event: 'realm_emoji',
    seen: (state, events) => [
      Object.keys(state['realm_emoji'] as object).length,
      events.map(({ op }) => op),
    ],
    understood: [1, ['update_one']],
    otherwise: [1, ['update']],
  },
};

/** The number of remaining messages of the topic. */
async function leftOf(streamId: number): Promise<number> {
  const [row] = await test.dataSource.query<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM messages m JOIN recipients r ON r.id = m.recipient_id
     WHERE r.stream_id = $1 AND m.topic = 'gone'`,
    [streamId],
  );
  return row!.count;
}

async function groupNamed(realm: TestRealm, name: string): Promise<{ id: number }> {
  const { user_groups: groups } = await realm.owner.client.expect('GET', 'user_groups');
  return (groups as { id: number; name: string }[]).find((group) => group.name === name)!;
}

describe.each(CLIENT_CAPABILITIES)('%s', (capability) => {
  const { observer, prepare, act, event, seen, understood, otherwise } = cases[capability];

  it('changes the state and the events', async () => {
    const scene = await createCase();
    await prepare?.(scene);
    const { client } = observer?.(scene) ?? scene.owner;
    const others = Object.fromEntries(CLIENT_CAPABILITIES.map((name) => [name, true]));
    const register = (value: boolean): Promise<TestQueue> =>
      TestQueue.register(client, {
        event_types: [event],
        fetch_event_types: FETCHED,
        client_capabilities: { ...others, [capability]: value },
      });
    const queues = [await register(true), await register(false)];
    await act(scene);
    const [one, other] = await Promise.all(
      queues.map(async (queue) => seen(queue.state, await queue.all(), scene)),
    );
    expect(one).toEqual(understood);
    expect(other).toEqual(otherwise);
  });
});

it('a client without the parameter has none', async () => {
  const { owner, member, channel } = await createCase();
  await sendToStream(member, channel.name, '', 'unread');
  const queue = await TestQueue.register(owner.client, {
    event_types: ['delete_message'],
    fetch_event_types: ['message', 'update_message_flags'],
  });
  const { streams } = queue.state['unread_msgs'] as { streams: Rows };
  expect(streams).toEqual(
    expect.arrayContaining([expect.objectContaining({ topic: 'general chat' })]),
  );
  const id = await sendDirect(owner, [member], 'text');
  await owner.client.expect('DELETE', `messages/${id}`);
  expect(await queue.now()).toMatchObject([{ message_id: id }]);
});

it.each([
  ['no object', []],
  ['not true or false', { archived_channels: 1 }],
])('capabilities that are %s are refused', async (_, capabilities) => {
  const { owner } = await createRealm(test);
  const { status, body } = await owner.client.post('register', {
    client_capabilities: capabilities,
  });
  expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
});
