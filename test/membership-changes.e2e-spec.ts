// Users gain access to private channels by time, by a new account, or when a channel opens to another
// group: events and state agree under concurrency.
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import { refreshFullMembers } from '#modules/groups/memberships/memberships.jobs.js';
import { CreateUserService } from '#modules/users/creation/create-user.service.js';
import { ChangeStreamService } from '#modules/streams/streams/change-stream.service.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Role } from '#platform/http/actor.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { sharedTestApp } from './app.js';
import { Client, type Parameters } from './client.js';
import {
  changeRealmSettings,
  createUser,
  sendToStream,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { type Observer, observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;
let observers: Observer[];

beforeEach(async () => {
  ({ realm, owner, member } = await createScene(test, { member: {} }));
  const guest = await createUser(test, realm, { role: Role.Guest });
  observers = observersOf(realm, { owner, member, guest });
  // Not relevant here: the welcome messages of new users.
  await runJobs(test.app);
});

async function channelFor(permissions: Parameters): Promise<number> {
  const { id } = await owner.client.expect('POST', 'channels/create', {
    name: unique('channel'),
    subscribers: [owner.userId],
    invite_only: true,
    ...permissions,
  });
  return id as number;
}

async function makeGroup(members: TestUser[] = []): Promise<number> {
  const { group_id: id } = await owner.client.expect('POST', 'user_groups/create', {
    name: unique('group'),
    description: '',
    members: members.map(({ userId }) => userId),
  });
  return id as number;
}

async function fullMembers(): Promise<number> {
  const ids = await test.app.get(GroupMembership).systemGroupIds(realm.realmId);
  return ids['role:fullmembers'];
}

/** The types of events that each user receives, in order. */
async function received(change: () => Promise<unknown>): Promise<Record<string, string[]>> {
  const seen = await verifyEvents(test, observers, change);
  return Object.fromEntries(
    ['owner', 'member', 'guest'].map((name) => [
      name,
      seen.get(name)!.map(({ type, op }) => `${type}/${op}`),
    ]),
  );
}

describe('a private channel that is open to full members', () => {
  const refresh = async (): Promise<void> => {
    await test.app
      .get(Database)
      .transaction(async () => test.app.get(JobQueue).enqueue(refreshFullMembers, {}));
    await runJobs(test.app);
  };

  it.each(['can_subscribe_group', 'can_add_subscribers_group', 'can_administer_channel_group'])(
    'by %s is shown when the waiting period is over, and hidden when it is longer',
    async (permission) => {
      await channelFor({ [permission]: await fullMembers() });
      await changeRealmSettings(test, realm, { waiting_period_threshold: 3 });
      const common = { owner: ['user_group/remove_members'], guest: ['user_group/remove_members'] };
      expect(await received(refresh)).toEqual({
        ...common,
        member: ['user_group/remove_members', 'stream/delete'],
      });
      expect(await received(refresh)).toEqual({ owner: [], member: [], guest: [] });
      test.clock.advance(3 * 24 * 3600);
      expect(await received(refresh)).toEqual({
        owner: ['user_group/add_members'],
        guest: ['user_group/add_members'],
        member: ['user_group/add_members', 'stream/create', 'subscription/peer_add'],
      });
    },
  );

  it('is shown through a group that contains the group', async () => {
    const group = await makeGroup();
    await owner.client.expect('POST', `user_groups/${group}/subgroups`, {
      add: [await fullMembers()],
    });
    await channelFor({ can_subscribe_group: group });
    await changeRealmSettings(test, realm, { waiting_period_threshold: 3 });
    expect((await received(refresh))['member']).toEqual([
      'user_group/remove_members',
      'stream/delete',
    ]);
  });

  it('is part of the state of a new user, who is counted from then on', async () => {
    const id = await channelFor({ can_subscribe_group: await fullMembers() });
    const email = `${unique('joiner')}@${realm.host}`;
    let client = realm.anonymous;
    await received(async () => {
      const user = await test.app
        .get(CreateUserService)
        .create({ realmId: realm.realmId }, { email, fullName: 'Sample Joiner' });
      client = realm.anonymous.as({ email, apiKey: user.apiKey });
    });
    const { streams } = await client.expect('POST', 'register', {
      fetch_event_types: ['stream'],
    });
    expect((streams as { stream_id: number }[]).map((stream) => stream.stream_id)).toContain(id);
  });
});

describe('a private channel after an unsubscription', () => {
  async function leave(user: TestUser, id: number): Promise<void> {
    const { stream } = await owner.client.expect('GET', `streams/${id}`);
    await user.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [(stream as { name: string }).name],
    });
  }

  async function leftBy(user: TestUser, permissions: Parameters = {}): Promise<number> {
    const id = await channelFor({ ...permissions, subscribers: [owner.userId, user.userId] });
    const own = `users/me/subscriptions/${id}`;
    await user.client.expect('PATCH', own, { property: 'color', value: '#123456' });
    await leave(user, id);
    return id;
  }

  const lists = async (user: TestUser): Promise<Record<string, unknown>> =>
    user.client.expect('POST', 'register', { fetch_event_types: ['subscription'] });

  it('is shown by a group as unsubscribed, with the old settings', async () => {
    const group = await makeGroup();
    const id = await leftBy(member, { can_subscribe_group: group });
    const add = { add: [member.userId] };
    const events = await received(() =>
      owner.client.expect('POST', `user_groups/${group}/members`, add),
    );
    expect(events['member']).toEqual([
      'user_group/add_members',
      'stream/create',
      'subscription/peer_add',
      'subscription/add',
      'subscription/remove',
    ]);
    const { unsubscribed, never_subscribed: never } = await lists(member);
    expect(unsubscribed).toMatchObject([{ stream_id: id, color: '#123456', subscriber_count: 1 }]);
    expect((never as { stream_id: number }[]).map(({ stream_id }) => stream_id)).not.toContain(id);
  });

  it('is shown likewise when the channel becomes public, archived or not', async () => {
    const group = await makeGroup([member]);
    const id = await leftBy(member);
    const archived = await leftBy(member);
    await owner.client.expect('DELETE', `streams/${archived}`);
    for (const each of [id, archived]) {
      const open = { can_subscribe_group: { new: group } };
      await received(() => owner.client.expect('PATCH', `streams/${each}`, open));
    }
    await received(() =>
      owner.client.expect('PATCH', `streams/${archived}`, { is_archived: false }),
    );
    const { unsubscribed } = await lists(member);
    expect((unsubscribed as { stream_id: number }[]).map(({ stream_id }) => stream_id)).toEqual([
      id,
      archived,
    ]);
  });

  it('stays visible for subscribed bots of the owner only', async () => {
    const makeBot = (): Promise<TestUser> =>
      createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
    const [inside, outside, former] = [await makeBot(), await makeBot(), await makeBot()];
    observers = [...observers, ...observersOf(realm, { inside, outside, former })];
    const people = [owner, member, inside, former];
    const id = await channelFor({ subscribers: people.map(({ userId }) => userId) });
    await leave(former, id);
    const answers = async (): Promise<string[]> => {
      const all: string[] = [];
      for (const bot of [inside, outside, former]) {
        const seen = (await bot.client.get(`streams/${id}`)).status === 200;
        const topics = (await bot.client.get(`users/me/${id}/topics`)).status === 200;
        const sent = await bot.client.post('messages', {
          type: 'channel',
          to: id,
          topic: 'topic',
          content: 'beep',
        });
        all.push(
          `${seen ? 'sees' : '-'} ${topics ? 'reads' : '-'} ${sent.status === 200 ? 'posts' : '-'}`,
        );
      }
      return all;
    };
    expect(await answers()).toEqual(['sees reads posts', 'sees - posts', 'sees - posts']);
    await received(() => leave(member, id));
    expect(await answers()).toEqual(['sees reads posts', '- - -', '- - -']);
    const { stream } = await owner.client.expect('GET', `streams/${id}`);
    await received(() =>
      owner.client.expect('POST', 'users/me/subscriptions', {
        subscriptions: [{ name: (stream as { name: string }).name }],
        principals: [member.userId],
      }),
    );
    expect(await answers()).toEqual(['sees reads posts', 'sees - posts', 'sees - posts']);
  });
});

describe('at the same moment', () => {
  it('a channel opens to another group while members are exchanged: events match the state', async () => {
    const another = await test.startAnother();
    try {
      const elsewhere = new Client(another.port, realm.host).as(owner);
      for (let round = 0; round < 6; round++) {
        const [one, other] = [await makeGroup([member]), await makeGroup()];
        const id = await channelFor({ can_subscribe_group: one });
        await verifyEvents(test, observers, () =>
          Promise.all([
            owner.client.expect('PATCH', `streams/${id}`, { can_subscribe_group: { new: other } }),
            elsewhere.expect('POST', `user_groups/${other}/members`, { add: [member.userId] }),
            elsewhere.expect('POST', `user_groups/${one}/members`, { delete: [member.userId] }),
            owner.client.expect('PATCH', `streams/${id}`, { description: `Round ${round}` }),
          ]),
        );
      }
    } finally {
      await another.close();
    }
  });

  it('a new member of a group receives a channel that opens to the group', async () => {
    const group = await makeGroup();
    const id = await channelFor({});
    const groups = test.app.get(GroupMembership);
    await groups.graph(realm.realmId);
    const another = await test.startAnother();
    const elsewhere = new Client(another.port, realm.host).as(owner);
    const reading = jest.spyOn(test.app.get(EventLog), 'readRealms');
    const act = async (): Promise<void> => {
      // Until another process reads the event of a change, it has the old memberships.
      reading.mockResolvedValueOnce([]);
      await elsewhere.expect('POST', `user_groups/${group}/members`, { add: [member.userId] });
      await owner.client.expect('PATCH', `streams/${id}`, { can_subscribe_group: { new: group } });
    };
    try {
      expect((await received(act))['member']).toEqual([
        'user_group/add_members',
        'stream/create',
        'subscription/peer_add',
      ]);
    } finally {
      reading.mockRestore();
      await another.close();
    }
  });

  it('a channel changes while users change their settings of it', async () => {
    const id = await channelFor({ subscribers: [owner.userId, member.userId] });
    await test.app.get(Database).transaction(async () => {
      await test.app.get(ChangeStreamService).lock(realm.realmId, id);
      await member.client.expect('POST', 'user_topics', {
        stream_id: id,
        topic: 'topic',
        visibility_policy: 3,
      });
      expect(await sendToStream(member, id, 'topic', 'Meanwhile')).toBeGreaterThan(0);
    });
  }, 10_000);

  it('an account is created while a channel changes: the new user has its current state', async () => {
    const setup = test.app.get(CreateUserService);
    const id = await channelFor({ can_subscribe_group: await fullMembers() });
    for (let round = 0; round < 5; round++) {
      const email = `${unique('joiner')}@${realm.host}`;
      const description = `Round ${round}`;
      const [user] = await Promise.all([
        setup.create({ realmId: realm.realmId }, { email, fullName: 'Sample Joiner' }),
        owner.client.expect('PATCH', `streams/${id}`, { description }),
      ]);
      const client = realm.anonymous.as({ email, apiKey: user.apiKey });
      const { stream } = await client.expect('GET', `streams/${id}`);
      expect(stream).toMatchObject({ description });
    }
  });
});
