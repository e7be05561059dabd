import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Client } from './client.js';
import { TestQueue, until } from './event-queue.js';
import {
  changeRealmSettings,
  createBot,
  createChannel,
  createUser,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { statementWaits } from './lock-waits.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

const refused = { status: 400, body: { code: 'BAD_REQUEST' } };

interface Scene {
  realm: TestRealm;
  owner: TestUser;
  member: TestUser;
  colleague: TestUser;
}

async function scene(): Promise<Scene> {
  const { realm, member, colleague } = await createScene(test, { member: {}, colleague: {} });
  return { realm, owner: realm.owner, member, colleague };
}

function ids(bots: unknown): number[] {
  return (bots as { user_id: number }[]).map(({ user_id: id }) => id);
}

describe('POST /bots', () => {
  it('creates a bot of the caller, with an email and a key', async () => {
    const who = await scene();
    const body = await who.member.client.expect('POST', 'bots', {
      full_name: 'Sample Bot',
      short_name: 'sample',
    });
    expect(body).toMatchObject({
      email: `sample-bot@${who.realm.host}`,
      api_key: expect.stringMatching(/^\w{32}$/),
      services: [],
      default_sending_stream: null,
    });
    const { user } = await who.owner.client.expect('GET', `users/${String(body['user_id'])}`);
    expect(user).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: who.member.userId });
  });

  it('creates incoming and outgoing webhook bots', async () => {
    const who = await scene();
    const incoming = await createBot(who.realm, who.member, { bot_type: 2 });
    expect((await incoming.client.get('users/me')).status).toBe(401);
    const outgoing = await createBot(who.realm, who.member, {
      bot_type: 3,
      payload_url: '"https://bots.example.com/hook"',
      interface_type: 2,
    });
    const { bots } = await who.member.client.expect('GET', 'bots');
    expect(bots).toMatchObject([
      { user_id: incoming.userId, services: [] },
      {
        user_id: outgoing.userId,
        services: [
          {
            base_url: 'https://bots.example.com/hook',
            interface: 2,
            token: expect.stringMatching(/^\w{32}$/),
          },
        ],
      },
    ]);
  });

  it.each([
    ['an unknown type', { bot_type: 5 }],
    ['no word on which embedded bot it is', { bot_type: 4 }],
    ['a bad short name', { short_name: 'with space' }],
    ['a bad name', { full_name: '' }],
    ['no address for its messages', { bot_type: 3 }],
    ['a bad address for its messages', { bot_type: 3, payload_url: 'ftp://example.com' }],
    ['an unknown channel', { default_sending_stream: 'nowhere' }],
  ])('is refused with %s', async (_what, wrong) => {
    const { member } = await scene();
    const input = { full_name: 'Sample Bot', short_name: 'sample', ...wrong };
    expect(await member.client.post('bots', input)).toMatchObject(refused);
  });

  it('needs the permission to create bots', async () => {
    const who = await scene();
    const { realm, owner, member } = who;
    const guest = await createUser(test, realm, { role: Role.Guest });
    const input = { full_name: 'Sample Bot', short_name: 'sample' };
    const bot = await createBot(who.realm, member);
    for (const { client } of [guest, bot]) {
      expect(await client.post('bots', input)).toMatchObject(refused);
    }
    const groups = await test.app.get(GroupMembership).systemGroupIds(realm.realmId);
    await changeRealmSettings(test, realm, {
      can_create_bots_group: groups['role:administrators'],
    });
    expect(await member.client.post('bots', input)).toMatchObject(refused);
    await createBot(who.realm, member, { bot_type: 2 });
    await createBot(who.realm, owner);
    await changeRealmSettings(test, realm, {
      can_create_write_only_bots_group: groups['role:nobody'],
    });
    expect(await member.client.post('bots', { ...input, bot_type: 2 })).toMatchObject(refused);
  });

  it('needs an unused email', async () => {
    const { member } = await scene();
    const input = { full_name: 'Sample Bot', short_name: 'sample' };
    await member.client.expect('POST', 'bots', input);
    expect(await member.client.post('bots', input)).toMatchObject(refused);
  });
});

describe('GET /bots', () => {
  it('lists bots of the caller, and all bots for administrators', async () => {
    const who = await scene();
    const other = await scene();
    const [one, two] = [
      await createBot(who.realm, who.member),
      await createBot(who.realm, who.owner),
    ];
    await createBot(other.realm, other.owner);
    expect(ids((await who.member.client.expect('GET', 'bots'))['bots'])).toEqual([one.userId]);
    expect(ids((await who.colleague.client.expect('GET', 'bots'))['bots'])).toEqual([]);
    expect(ids((await who.owner.client.expect('GET', 'bots'))['bots'])).toEqual([
      one.userId,
      two.userId,
    ]);
  });
});

describe('PATCH /bots/{bot_id}', () => {
  it('changes name, channels and other properties', async () => {
    const who = await scene();
    const { realm, owner, member, colleague } = who;
    await subscribe(member, 'for bots');
    const bot = await createBot(who.realm, member, {
      bot_type: 3,
      payload_url: 'https://example.com/a',
    });
    const shortName = unique('renamed');
    await member.client.expect('PATCH', `bots/${bot.userId}`, {
      full_name: 'Renamed Bot',
      short_name: shortName,
      default_sending_stream: 'for bots',
      default_all_public_streams: true,
      service_payload_url: '"https://example.com/b"',
      service_interface: 2,
      bot_owner_id: colleague.userId,
    });
    const { user } = await owner.client.expect('GET', `users/${bot.userId}`);
    const email = `${shortName}-bot@${realm.host}`;
    expect(user).toMatchObject({
      full_name: 'Renamed Bot',
      email,
      delivery_email: email,
      bot_owner_id: colleague.userId,
    });
    expect((await colleague.client.expect('GET', 'bots'))['bots']).toMatchObject([
      {
        default_sending_stream: 'for bots',
        default_all_public_streams: true,
        services: [{ base_url: 'https://example.com/b', interface: 2 }],
      },
    ]);
    await colleague.client.expect('PATCH', `bots/${bot.userId}`, { default_sending_stream: '' });
    expect((await colleague.client.expect('GET', 'bots'))['bots']).toMatchObject([
      { default_sending_stream: null },
    ]);
  });

  it('allows roles to administrators, and the owner role to owners only', async () => {
    const who = await scene();
    const admin = await createUser(test, who.realm, { role: Role.Administrator });
    const bot = await createBot(who.realm, who.member);
    const path = `bots/${bot.userId}`;
    expect(await who.member.client.patch(path, { role: 200 })).toMatchObject(refused);
    expect(await admin.client.patch(path, { role: 100 })).toMatchObject(refused);
    await admin.client.expect('PATCH', path, { role: 200 });
    const { user } = await admin.client.expect('GET', `users/${bot.userId}`);
    expect(user).toMatchObject({ role: 200 });
  });

  it('is refused to other users and with invalid values', async () => {
    const who = await scene();
    const other = await scene();
    const bot = await createBot(who.realm, who.member);
    const path = `bots/${bot.userId}`;
    for (const { client } of [who.colleague, other.owner]) {
      const change = { full_name: 'Changed' };
      for (const answer of [
        await client.patch(path, change),
        await client.delete(path),
        await client.get(`${path}/api_key`),
        await client.post(`${path}/api_key/regenerate`),
      ]) {
        expect(answer).toMatchObject({ status: 400, body: { msg: 'No such bot' } });
      }
    }
    for (const wrong of [
      { bot_owner_id: other.owner.userId },
      { bot_owner_id: bot.userId },
      { service_payload_url: 'https://example.com' },
      { short_name: '@' },
    ]) {
      expect(await who.member.client.patch(path, wrong)).toMatchObject(refused);
    }
    for (const id of [who.member.userId, 999_999_999]) {
      expect(await who.owner.client.patch(`bots/${id}`, {})).toMatchObject(refused);
    }
  });
});

describe('DELETE /bots/{bot_id}', () => {
  it('deactivates the bot; its owner can reactivate it', async () => {
    const who = await scene();
    const bot = await createBot(who.realm, who.member);
    await who.member.client.expect('DELETE', `bots/${bot.userId}`);
    expect((await bot.client.get('users/me')).status).toBe(401);
    expect(await who.member.client.delete(`bots/${bot.userId}`)).toMatchObject(refused);
    const restore = `users/${bot.userId}/reactivate`;
    expect(await who.colleague.client.post(restore)).toMatchObject(refused);
    await who.member.client.expect('POST', restore);
    await until(async () => (await bot.client.get('users/me')).status === 200);
  });

  it('makes the user who reactivates it the owner, if the former owner is deactivated', async () => {
    const who = await scene();
    const bot = await createBot(who.realm, who.member);
    await who.owner.client.expect('DELETE', `users/${who.member.userId}`);
    await until(async () => (await bot.client.get('users/me')).status === 401);
    await who.owner.client.expect('POST', `users/${bot.userId}/reactivate`);
    const { user } = await who.owner.client.expect('GET', `users/${bot.userId}`);
    expect(user).toMatchObject({ bot_owner_id: who.owner.userId, is_active: true });
  });
});

describe('the API key of a bot', () => {
  it('is returned to its managers, and regenerated', async () => {
    const who = await scene();
    const bot = await createBot(who.realm, who.member);
    const path = `bots/${bot.userId}/api_key`;
    for (const { client } of [who.member, who.owner]) {
      expect(await client.expect('GET', path)).toMatchObject({ api_key: bot.apiKey });
    }
    const { api_key: apiKey } = await who.member.client.expect('POST', `${path}/regenerate`);
    expect(apiKey).not.toBe(bot.apiKey);
    expect((await bot.client.get('users/me')).status).toBe(401);
    await who.realm.anonymous.as({ ...bot, apiKey: apiKey as string }).expect('GET', 'users/me');
  });

  it('is for owners only if the bot has the owner role', async () => {
    const who = await scene();
    const admin = await createUser(test, who.realm, { role: Role.Administrator });
    const bot = await createBot(who.realm, who.member);
    const path = `bots/${bot.userId}`;
    await who.owner.client.expect('PATCH', path, { role: Role.Owner });
    for (const { client } of [admin, who.member]) {
      for (const answer of [
        await client.get(`${path}/api_key`),
        await client.post(`${path}/api_key/regenerate`),
        await client.patch(path, { full_name: 'Changed', bot_owner_id: admin.userId }),
        await client.delete(path),
      ]) {
        expect(answer).toMatchObject(refused);
      }
    }
    expect(await who.owner.client.expect('GET', `${path}/api_key`)).toMatchObject({
      api_key: bot.apiKey,
    });
  });
});

describe('a bot that another user gets', () => {
  it('cannot be used by the former owner with the access of the new one', async () => {
    const who = await scene();
    const { realm, owner, member } = who;
    const secret = await createChannel(owner, [], { invite_only: true });
    const bot = await createBot(who.realm, member);
    const queue = await TestQueue.register(bot.client);
    const names = async (client: Client): Promise<unknown> => {
      const { streams } = await client.expect('GET', 'streams', { include_subscribed: true });
      return (streams as { name: string }[]).map(({ name }) => name);
    };
    expect(await names(bot.client)).not.toContain(secret.name);
    const change = { bot_owner_id: owner.userId };
    await member.client.expect('PATCH', `bots/${bot.userId}`, change);

    const withFormerKey = bot.client;
    expect(await withFormerKey.get('streams')).toMatchObject({ status: 401 });
    const message = { type: 'channel', to: secret.id, topic: 'topic', content: 'hello' };
    expect(await withFormerKey.post('messages', message)).toMatchObject({ status: 401 });
    expect(await member.client.get(`bots/${bot.userId}/api_key`)).toMatchObject(refused);
    expect(await member.client.post(`bots/${bot.userId}/api_key/regenerate`)).toMatchObject(
      refused,
    );

    const { api_key: apiKey } = await owner.client.expect('GET', `bots/${bot.userId}/api_key`);
    expect(apiKey).not.toBe(bot.apiKey);
    const client = realm.anonymous.as({ email: bot.email, apiKey: apiKey as string });
    await client.expect('POST', 'messages', message);
    expect(await queue.through(client).ask()).toMatchObject({
      status: 400,
      body: { code: 'BAD_EVENT_QUEUE_ID' },
    });
  });

  it('keeps its key and queues as long as the owner stays the same', async () => {
    const who = await scene();
    const { member } = who;
    const bot = await createBot(who.realm, member);
    const queue = await TestQueue.register(bot.client);
    await member.client.expect('PATCH', `bots/${bot.userId}`, {
      bot_owner_id: member.userId,
      full_name: 'Same Owner',
    });
    expect(await queue.all()).toContainEqual(expect.objectContaining({ type: 'realm_user' }));
  });
});

describe('events of bots', () => {
  it('is published in full to owners and administrators, in part to others', async () => {
    const who = await scene();
    const { realm, owner, member, colleague } = who;
    const guest = await createUser(test, realm, { role: Role.Guest });
    await subscribe(member, 'for bots');
    const observers = observersOf(realm, { owner, member, colleague, guest });
    const verify = (act: () => Promise<unknown>): Promise<unknown> =>
      verifyEvents(test, observers, act);
    let path = '';
    await verify(async () => {
      const bot = await createBot(who.realm, member, {
        bot_type: 3,
        payload_url: 'https://example.com/a',
      });
      path = `bots/${bot.userId}`;
    });
    await verify(() => member.client.expect('PATCH', path, { full_name: 'Renamed Bot' }));
    await verify(() => member.client.expect('PATCH', path, { short_name: unique('renamed') }));
    await verify(() =>
      member.client.expect('PATCH', path, {
        default_sending_stream: 'for bots',
        service_payload_url: 'https://example.com/b',
      }),
    );
    await verify(() => member.client.expect('PATCH', path, { bot_owner_id: colleague.userId }));
    await verify(() => owner.client.expect('PATCH', path, { role: 300 }));
    await verify(() => colleague.client.expect('POST', `${path}/api_key/regenerate`));
    await verify(() => colleague.client.expect('DELETE', path));
    await verify(() =>
      colleague.client.expect('POST', `${path.replace('bots', 'users')}/reactivate`),
    );
  });
});

describe('a bot whose owner is deactivated at the same moment', () => {
  /** Acts while the account is being deactivated. */
  async function whileClosing(user: TestUser, act: () => Promise<unknown>): Promise<unknown> {
    const closing = new pg.Client(test.database.connection);
    await closing.connect();
    await closing.query('BEGIN');
    await closing.query('UPDATE users SET is_active = false WHERE id = $1', [user.userId]);
    const acting = act();
    await statementWaits(test);
    await closing.query('COMMIT');
    await closing.end();
    return acting;
  }

  it('is not created', async () => {
    const { member, owner } = await scene();
    const bot = { full_name: 'Sample Bot', short_name: unique('sample') };
    expect(await whileClosing(member, () => member.client.post('bots', bot))).toMatchObject(
      refused,
    );
    const { members } = await owner.client.expect('GET', 'users');
    expect(members).not.toContainEqual(expect.objectContaining({ bot_owner_id: member.userId }));
  });

  it('belongs to the user who reactivates it', async () => {
    const who = await scene();
    const { member, owner } = who;
    const bot = await createBot(who.realm, member);
    await owner.client.expect('DELETE', `bots/${bot.userId}`);
    await whileClosing(member, () => owner.client.expect('POST', `users/${bot.userId}/reactivate`));
    const { user } = await owner.client.expect('GET', `users/${bot.userId}`);
    expect(user).toMatchObject({ bot_owner_id: owner.userId, is_active: true });
  });

  it('keeps the former owner', async () => {
    const who = await scene();
    const { member, owner, colleague } = who;
    const bot = await createBot(who.realm, member);
    const change = { bot_owner_id: colleague.userId };
    expect(
      await whileClosing(colleague, () => owner.client.patch(`bots/${bot.userId}`, change)),
    ).toMatchObject(refused);
    const { user } = await owner.client.expect('GET', `users/${bot.userId}`);
    expect(user).toMatchObject({ bot_owner_id: member.userId });
  });
});

describe('a bot with a new owner', () => {
  it('and another role locks the owners of the organization first, as other operations do', async () => {
    const who = await scene();
    const { member, owner, colleague } = who;
    const bot = await createBot(who.realm, member);
    const holder = new pg.Client(test.database.connection);
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [owner.userId]);
    const change = { bot_owner_id: colleague.userId, role: Role.Guest };
    const changing = owner.client.expect('PATCH', `bots/${bot.userId}`, change);
    await statementWaits(test);
    const free = holder.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [
      colleague.userId,
    ]);
    await expect(free).resolves.toMatchObject({ rowCount: 1 });
    await holder.query('COMMIT');
    await holder.end();
    await changing;
  });

  it('stays active when the former owner is deactivated at the same moment', async () => {
    const who = await scene();
    const { member, owner, colleague } = who;
    const bot = await createBot(who.realm, member);
    const giving = new pg.Client(test.database.connection);
    await giving.connect();
    await giving.query('BEGIN');
    await giving.query('UPDATE users SET bot_owner_id = $2 WHERE id = $1', [
      bot.userId,
      colleague.userId,
    ]);
    const closing = owner.client.expect('DELETE', `users/${member.userId}`);
    await statementWaits(test);
    await giving.query('COMMIT');
    await giving.end();
    await closing;
    const { user } = await owner.client.expect('GET', `users/${bot.userId}`);
    expect(user).toMatchObject({ bot_owner_id: colleague.userId, is_active: true });
  });

  it.each([Role.Member, Role.Guest, Role.Administrator])(
    'with role %s, is published to its owners',
    async (role) => {
      const { realm, owner, member, colleague } = await scene();
      const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
      if (role !== Role.Member) {
        await owner.client.expect('PATCH', `users/${bot.userId}`, { role });
      }
      for (const user of [member, colleague]) {
        await createChannel(user, [user], { invite_only: true });
        const open = await createChannel(user, [user]);
        await sendToStream(user, open.name, 'topic', 'hello');
      }
      const observers = observersOf(realm, { owner, member, colleague });
      for (const next of [colleague, owner, member]) {
        await verifyEvents(test, observers, () =>
          owner.client.expect('PATCH', `bots/${bot.userId}`, { bot_owner_id: next.userId }),
        );
      }
    },
  );
});
