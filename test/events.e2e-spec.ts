// Applies the events of each write to the registered state (see verify-events.ts).
import { beforeAll, describe, expect, it } from '@jest/globals';
import { CreateBotService } from '#modules/bots/bots/create-bot.service.js';
import { CreateUserService } from '#modules/users/creation/create-user.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { definedEventTypes } from '#platform/event-log/event-definition.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { appliedEvents } from 'parley-client';
import type { Parameters } from './client.js';
import type { WireEvent } from './event-queue.js';
import {
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestUser,
  unique,
} from './factories.js';
import { createScene } from './scene.js';
import {
  type Observer,
  observersOf,
  observersOfCapabilities,
  verifyEvents,
} from './verify-events.js';

const test = await sharedTestApp();
const { realm, owner, member, guest, outsider } = await createScene(test, {
  member: {},
  guest: { role: Role.Guest },
  outsider: {},
});
const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
/** All users, with a client that has all capabilities and with one that has none. */
const observers = observersOf(realm, { owner, member, guest, outsider, bot });
/** A member, with clients that each lack one capability. */
const selective = observersOfCapabilities(realm, member);

/** The kinds of events that each observer received, in order. */
async function verify(
  act: () => Promise<unknown>,
  more: Observer[] = [],
): Promise<Record<string, string[]>> {
  const seen = await verifyEvents(test, [...observers, ...more], act);
  const kindOf = ({ type, op }: WireEvent): string => (op === undefined ? type : `${type}/${op}`);
  return Object.fromEntries([...seen].map(([name, events]) => [name, events.map(kindOf)]));
}

/** A channel of the owner with some subscribers and one message. */
async function channelWith(users: TestUser[], parameters: Parameters = {}): Promise<string> {
  const name = unique('channel');
  await subscribe(owner, name, { principals: users.map(({ userId }) => userId), ...parameters });
  if (users.includes(owner)) await sendToStream(owner, name, 'first', 'hello');
  return name;
}

async function unsubscribe(user: TestUser, name: string, people: TestUser[] = []): Promise<void> {
  await user.client.expect('DELETE', 'users/me/subscriptions', {
    subscriptions: [name],
    ...(people.length > 0 ? { principals: people.map(({ userId }) => userId) } : {}),
  });
}

function flag(
  user: TestUser,
  op: 'add' | 'remove',
  name: string,
  messages: number[],
): Promise<unknown> {
  return user.client.expect('POST', 'messages/flags', { op, flag: name, messages });
}

it('the state functions support every kind of event', () => {
  const types = new Set(appliedEvents.map((kind) => kind.split('/')[0]));
  const sent = definedEventTypes().filter((type) => !type.startsWith('parley:'));
  expect(sent.filter((type) => !types.has(type))).toEqual([]);
});

describe('messages', () => {
  it('in a channel', async () => {
    const name = await channelWith([owner, member, guest, bot]);
    const kinds = await verify(() => sendToStream(member, name, 'talk', '**hi**'), selective);
    expect(kinds).toMatchObject({
      owner: ['message'],
      // By default users follow the topics that they start.
      member: ['message', 'user_topic'],
      guest: ['message'],
      bot: ['message'],
      outsider: [],
    });
  });

  it('in a private channel', async () => {
    const name = await channelWith([owner, member], { invite_only: true });
    const kinds = await verify(() => sendToStream(owner, name, 'talk', 'secret'));
    expect(kinds).toMatchObject({ member: ['message'], outsider: [], guest: [] });
  });

  it('without a topic', async () => {
    const name = await channelWith([owner, member, guest]);
    await verify(() => sendToStream(owner, name, '', 'no topic'), selective);
  });

  it('with the first of a channel that had none', async () => {
    const name = await channelWith([owner, member]);
    await test.dataSource.query(
      `UPDATE streams SET first_message_id = NULL, is_recently_active = false WHERE name = $1`,
      [name],
    );
    const kinds = await verify(async () => {
      await sendToStream(owner, name, 'first', 'one');
      await sendToStream(owner, name, 'first', 'two');
    });
    expect(kinds).toMatchObject({
      member: ['message', 'stream/update', 'message'],
      outsider: ['stream/update'],
      guest: [],
    });
  });

  it('in topics that differ by case', async () => {
    const name = await channelWith([owner, member]);
    await verify(async () => {
      await sendToStream(owner, name, 'Lunch', 'a');
      await sendToStream(owner, name, 'lunch', 'b');
    });
  });

  it('between two users, to oneself and to several', async () => {
    const kinds = await verify(async () => {
      await sendDirect(owner, [member], 'to one');
      await sendDirect(member, [member], 'to myself');
      await sendDirect(member, [owner, bot], 'to several');
      await sendDirect(owner, [member], 'to one again');
    });
    expect(kinds['member']).toEqual(Array(4).fill('message'));
    expect(kinds['bot']).toEqual(['message']);
    expect(kinds['outsider']).toEqual([]);
  });
});

describe('flags', () => {
  let ids: number[];
  beforeAll(async () => {
    const name = await channelWith([owner, member, guest]);
    ids = [
      await sendToStream(owner, name, 'talk', 'one'),
      await sendToStream(owner, name, '', 'two'),
      await sendDirect(owner, [member], 'three'),
      await sendDirect(owner, [member, outsider], 'four'),
      await sendDirect(member, [member], 'five'),
    ];
  });

  for (const name of ['read', 'starred', 'collapsed']) {
    it(`${name}: set and cleared`, async () => {
      const kinds = await verify(() => flag(member, 'add', name, ids));
      expect(kinds['member']).toEqual(['update_message_flags/add']);
      expect(kinds['owner']).toEqual([]);
      const again = await verify(() => flag(member, 'add', name, ids));
      expect(again['member']).toEqual([]);
      const away = await verify(() => flag(member, 'remove', name, ids.slice(1)), selective);
      expect(away['member']).toEqual(['update_message_flags/remove']);
    });
  }

  it('of messages from before a subscription', async () => {
    const name = unique('history');
    await subscribe(owner, name);
    const old = await sendToStream(owner, name, 'old', 'before');
    await verify(() => flag(outsider, 'add', 'starred', [old]));
    await subscribe(outsider, name);
    await verify(() => flag(outsider, 'remove', 'read', [old]));
  });
});

/** Losing access to a channel marks its messages as read. */
const ACCESS_LOST = ['subscription/remove', 'stream/delete', 'update_message_flags/add'];

describe('channels', () => {
  it('created by subscribing to them', async () => {
    const kinds = await verify(() => subscribe(member, unique('public')), selective);
    expect(kinds['member']).toEqual(['stream/create', 'subscription/add', 'message']);
    expect(kinds['outsider']).toEqual(['stream/create', 'subscription/peer_add']);
    expect(kinds['guest']).toEqual([]);
  });

  it('made private', async () => {
    const kinds = await verify(() => subscribe(member, unique('private'), { invite_only: true }));
    expect(kinds['member']?.slice(0, 2)).toEqual(['stream/create', 'subscription/add']);
    expect(kinds['owner']?.slice(0, 2)).toEqual(['stream/create', 'subscription/peer_add']);
    expect(kinds['outsider']).toEqual([]);
  });

  it('created for several users, public and private', async () => {
    for (const invite_only of [false, true]) {
      const kinds = await verify(() =>
        owner.client.expect('POST', 'users/me/subscriptions', {
          subscriptions: [{ name: unique('one') }, { name: unique('two') }],
          principals: [owner, member, guest, bot].map(({ userId }) => userId),
          invite_only,
        }),
      );
      expect(kinds['guest']).toEqual(expect.arrayContaining(['stream/create', 'subscription/add']));
    }
  });

  it('made default for new users', async () => {
    await verify(() => subscribe(owner, unique('default'), { is_default_stream: true }));
  });

  it('announced to all users', async () => {
    await verify(() => subscribe(owner, unique('announced'), { announce: true }));
  });

  it('joined', async () => {
    const name = await channelWith([owner]);
    const kinds = await verify(() => subscribe(member, name));
    expect(kinds['member']).toEqual(['subscription/add']);
    expect(kinds['outsider']).toEqual(['subscription/peer_add']);
    expect(kinds['guest']).toEqual([]);
  });

  it('that others are subscribed to', async () => {
    for (const invite_only of [false, true]) {
      const name = await channelWith([owner], { invite_only });
      await verify(() =>
        subscribe(owner, name, {
          principals: [member, guest, bot].map(({ userId }) => userId),
        }),
      );
    }
  });

  it('left', async () => {
    const name = await channelWith([owner, member, guest]);
    const kinds = await verify(() => unsubscribe(member, name));
    expect(kinds['member']).toEqual(['subscription/remove', 'update_message_flags/add']);
    expect(kinds['guest']).toEqual(['subscription/peer_remove']);
    const last = await verify(() => unsubscribe(guest, name));
    expect(last['guest']).toEqual(ACCESS_LOST);
  });

  it('left although they are private', async () => {
    const name = await channelWith([owner, member, outsider], { invite_only: true });
    const kinds = await verify(() => unsubscribe(member, name));
    expect(kinds['member']).toEqual(ACCESS_LOST);
    expect(kinds['outsider']).toEqual(['subscription/peer_remove']);
  });

  it('that others are unsubscribed from', async () => {
    for (const invite_only of [false, true]) {
      const name = await channelWith([owner, member, guest, outsider, bot], { invite_only });
      await verify(() => unsubscribe(owner, name, [member, guest, bot]));
    }
  });

  it('subscribed to again', async () => {
    for (const invite_only of [false, true]) {
      const name = await channelWith([owner, member], { invite_only });
      await unsubscribe(member, name);
      await verify(() => subscribe(owner, name, { principals: [member.userId] }));
    }
  });
});

it('channel folders', async () => {
  const create = async (name: string): Promise<number> => {
    const body = await owner.client.expect('POST', 'channel_folders/create', { name });
    return body['channel_folder_id'] as number;
  };
  const first = await create(unique('folder'));
  let second = 0;
  const kinds = await verify(async () => {
    second = await create(unique('folder'));
    const changes = { name: unique('renamed'), description: '**new**' };
    await owner.client.expect('PATCH', `channel_folders/${first}`, changes);
    await owner.client.expect('PATCH', 'channel_folders', { order: [second, first] });
  });
  expect(kinds['guest']).toEqual([
    'channel_folder/add',
    'channel_folder/update',
    'channel_folder/reorder',
  ]);
  await verify(() => subscribe(owner, unique('sorted'), { folder_id: first }));
});

describe('users', () => {
  it('who are new: members, guests and bots', async () => {
    const setup = test.app.get(CreateUserService);
    const create = (fullName: string, role: Role): Promise<unknown> =>
      setup.create(realm, { email: `${unique('new')}@${realm.host}`, fullName, role });
    const kinds = await verify(() => create('Sample Joiner', Role.Member), selective);
    expect(kinds['outsider']).toEqual(expect.arrayContaining(['realm_user/add']));
    await verify(() => create('Sample Guest', Role.Guest));
    await verify(() => create('Sample Moderator', Role.Moderator));
    await verify(async () => {
      const [person] = await test.app.get(UsersService).findByIds(realm.realmId, [member.userId]);
      await test.app
        .get(CreateBotService)
        .createFor(person!, { fullName: 'Sample Bot', shortName: 'sample', type: 1 });
    });
  });
});
