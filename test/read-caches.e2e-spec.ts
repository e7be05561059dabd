// The caches for finding and showing messages, and of memberships, agree with the database after each
// change: at once in the process that made it, in others as soon as they read the event log. The tests
// never wait for the expiry of cache entries.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UserSummaries } from '#modules/users/users/user-summaries.service.js';
import { Database } from '#platform/database/database.js';
import { EventTail } from '#platform/event-log/event-tail.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { Client } from './client.js';
import { until } from './event-queue.js';
import { contents, find } from './finding.js';
import {
  createChannel,
  createUser,
  sendDirect,
  sendToStream,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { createScene } from './scene.js';

interface TestName {
  full_name?: string;
}

interface TestPresence {
  status: string;
}

const test = await sharedTestApp();
const elsewhere = await test.startAnother();
afterAll(() => elsewhere.close());

let realm: TestRealm;
let owner: TestUser;
let reader: TestUser;
let readerElsewhere: TestUser;

beforeEach(async () => {
  ({ realm, owner, reader } = await createScene(test, { reader: { fullName: 'Sample Reader' } }));
  readerElsewhere = { ...reader, client: new Client(elsewhere.port, realm.host).as(reader) };
});

/** Reads in both processes before the change and after it. */
async function expectChange<T>(
  read: (reader: TestUser) => Promise<T>,
  before: T,
  change: () => Promise<unknown>,
  after: T,
): Promise<void> {
  expect([await read(reader), await read(readerElsewhere)]).toEqual([before, before]);
  await change();
  expect(await read(reader)).toEqual(after);
  await elsewhere.app.get(EventTail).catchUp(realm.realmId);
  expect(await read(readerElsewhere)).toEqual(after);
}

/** The contents of a topic, or the error code. */
async function outcome({ client }: TestUser, channel: string): Promise<unknown> {
  const { body } = await client.get('messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    narrow: [
      ['channel', channel],
      ['topic', 'topic'],
    ],
  });
  const messages = body['messages'] as { content: string }[] | undefined;
  return messages?.map(({ content }) => content) ?? body['code'];
}

function patchChannel(id: number, changes: Record<string, unknown>): Promise<unknown> {
  return owner.client.expect('PATCH', `streams/${id}`, changes);
}

describe('the data of', () => {
  it('users is current', async () => {
    const channel = await createChannel(owner, [reader]);
    const writer = await createUser(test, realm, { fullName: 'Sample Writer' });
    await sendToStream(writer, channel.id, 'topic', 'to all');
    await sendDirect(writer, [reader], 'to one');
    const names = async (as: TestUser): Promise<unknown> => {
      const { messages } = await find(as, { narrow: [['sender', writer.email]] });
      return messages.map((message) => [
        message['sender_full_name'],
        [message['display_recipient']].flat().flatMap((to) => (to as TestName).full_name ?? []),
      ]);
    };
    const rename = (): Promise<unknown> =>
      owner.client.expect('PATCH', `users/${writer.userId}`, { full_name: 'Other Name' });
    const with_ = (name: string): unknown => [
      [name, []],
      [name, ['Sample Reader', name]],
    ];
    await expectChange(names, with_('Sample Writer'), rename, with_('Other Name'));
  });

  it('channels is current', async () => {
    const channel = await createChannel(owner, [reader]);
    await sendToStream(owner, channel.id, 'topic', 'text');
    const other = unique('renamed');
    const names = async (as: TestUser): Promise<unknown> => {
      const { messages } = await find(as, {
        narrow: [
          { operator: 'channel', operand: channel.id },
          { operator: 'topic', operand: 'topic' },
        ],
      });
      return messages.map(({ display_recipient }) => display_recipient);
    };
    const found = async (as: TestUser): Promise<unknown> => [
      await names(as),
      await outcome(as, channel.name),
      await outcome(as, other),
    ];
    const rename = (): Promise<unknown> => patchChannel(channel.id, { new_name: other });
    await expectChange(found, [[channel.name], ['text'], 'BAD_NARROW'], rename, [
      [other],
      'BAD_NARROW',
      ['text'],
    ]);
  });
});

it('presence is the last reported one', async () => {
  const writer = await createUser(test, realm);
  const present = async ({ client }: TestUser): Promise<unknown> => {
    const { presences } = await client.expect('GET', 'realm/presence');
    const state = await client.expect('POST', 'register', { fetch_event_types: ['presence'] });
    expect(state['presences']).toEqual(presences);
    const statuses = Object.entries(presences as Record<string, { website: TestPresence }>);
    return statuses.map(([email, { website }]) => [email, website.status]);
  };
  const report = (status: string) => (): Promise<unknown> =>
    writer.client.expect('POST', 'users/me/presence', { status });
  await expectChange(present, [], report('active'), [[writer.email, 'active']]);
  test.clock.advance(100);
  await expectChange(present, [[writer.email, 'active']], report('idle'), [[writer.email, 'idle']]);
});

describe('access ends and starts', () => {
  it('with a change of the channel', async () => {
    const channel = await createChannel(owner, []);
    await sendToStream(owner, channel.id, 'topic', 'text');
    const read = (as: TestUser): Promise<unknown> => outcome(as, channel.name);
    const open = { is_private: false };
    await expectChange(
      read,
      ['text'],
      () => patchChannel(channel.id, { is_private: true }),
      'BAD_NARROW',
    );
    await expectChange(read, 'BAD_NARROW', () => patchChannel(channel.id, open), ['text']);
  });

  it('with a subscription, also for received messages', async () => {
    const channel = await createChannel(owner, [reader], { invite_only: true });
    await sendToStream(owner, channel.id, 'topic', 'text');
    const read = async (as: TestUser): Promise<unknown> => [
      await outcome(as, channel.name),
      await contents(as, [['sender', owner.email]]),
    ];
    const subscriptions = [channel.name];
    await expectChange(
      read,
      [['text'], ['text']],
      () => reader.client.expect('DELETE', 'users/me/subscriptions', { subscriptions }),
      ['BAD_NARROW', []],
    );
    await expectChange(
      read,
      ['BAD_NARROW', []],
      () =>
        owner.client.expect('POST', 'users/me/subscriptions', {
          subscriptions: [{ name: channel.name }],
          principals: [reader.userId],
          send_new_subscription_messages: false,
        }),
      [['text'], ['text']],
    );
  });

  it('with a role', async () => {
    const channel = await createChannel(owner, []);
    await sendToStream(owner, channel.id, 'topic', 'text');
    const read = (as: TestUser): Promise<unknown> => outcome(as, channel.name);
    const become = (role: Role) => (): Promise<unknown> =>
      owner.client.expect('PATCH', `users/${reader.userId}`, { role });
    await expectChange(read, ['text'], become(Role.Guest), 'BAD_NARROW');
    await expectChange(read, 'BAD_NARROW', become(Role.Member), ['text']);
  });

  it('with a group', async () => {
    const channel = await createChannel(owner, [], {
      invite_only: true,
      history_public_to_subscribers: true,
    });
    await sendToStream(owner, channel.id, 'topic', 'text');
    const { group_id: id } = await owner.client.expect('POST', 'user_groups/create', {
      name: unique('group'),
      description: '',
      members: [owner.userId],
    });
    await patchChannel(channel.id, { can_subscribe_group: { new: id } });
    const read = (as: TestUser): Promise<unknown> => outcome(as, channel.name);
    const change = (changes: Record<string, unknown>) => (): Promise<unknown> =>
      owner.client.expect('POST', `user_groups/${id as number}/members`, changes);
    await expectChange(read, 'BAD_NARROW', change({ add: [reader.userId] }), ['text']);
    await expectChange(read, ['text'], change({ delete: [reader.userId] }), 'BAD_NARROW');
  });
});

describe('a rolled back change', () => {
  it('is not cached', async () => {
    const summaries = test.app.get(UserSummaries);
    const database = test.app.get(Database);
    const name = async (): Promise<string | undefined> =>
      (await summaries.of(realm.realmId, [reader.userId])).get(reader.userId)?.fullName;
    await summaries.of(realm.realmId, [owner.userId]);
    const failing = database.transaction(async () => {
      await database.query(`UPDATE users SET full_name = 'Nobody' WHERE id = $1`, [reader.userId]);
      expect(await name()).toBe('Nobody');
      throw new Error('No');
    });
    await expect(failing).rejects.toThrow('No');
    expect(await name()).toBe('Sample Reader');
  });
});

it('the memberships of groups follow changes that another process made', async () => {
  const make = async (settings: Record<string, unknown> = {}): Promise<number> => {
    const group = { name: unique('group'), description: '', members: [], ...settings };
    return (await owner.client.expect('POST', 'user_groups/create', group))['group_id'] as number;
  };
  const id = await make();
  const guarded = await make({ can_manage_group: id });
  const renames = async (): Promise<boolean> => {
    const name = unique('name');
    return (await reader.client.patch(`user_groups/${guarded}`, { name })).status === 200;
  };
  const ownerElsewhere = readerElsewhere.client.as(owner);
  const members = `user_groups/${id}/members`;
  expect(await renames()).toBe(false);
  await ownerElsewhere.expect('POST', members, { add: [reader.userId] });
  await until(renames);
  await ownerElsewhere.expect('POST', members, { delete: [reader.userId] });
  await until(async () => !(await renames()));
});
