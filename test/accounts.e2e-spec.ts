import { describe, expect, it, jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { EventLog } from '#platform/event-log/event-log.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { until } from './event-queue.js';
import { Client } from './client.js';
import {
  changeRealmSettings,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();

const PASSWORD = 'correct horse battery';

interface Scene {
  realm: TestRealm;
  owner: TestUser;
  admin: TestUser;
  member: TestUser;
  guest: TestUser;
}

async function scene(): Promise<Scene> {
  const { realm, admin, member, guest } = await createScene(test, {
    admin: { role: Role.Administrator },
    member: {},
    guest: { role: Role.Guest },
  });
  return { realm, owner: realm.owner, admin, member, guest };
}

async function roleOf({ owner }: Scene, { userId }: TestUser): Promise<unknown> {
  const { user } = await owner.client.expect('GET', `users/${userId}`);
  return (user as Record<string, unknown>)['role'];
}

const refused = { status: 400, body: expect.objectContaining({ code: 'BAD_REQUEST' }) };

describe('POST /users', () => {
  const input = (): Record<string, string> => ({
    email: `${unique('new')}@example.com`,
    password: PASSWORD,
    full_name: 'New User',
  });

  it('refuses addresses that have the form of placeholder addresses', async () => {
    const { realm, admin, member } = await scene();
    for (const id of [member.userId, 999_999_999]) {
      const squatted = { ...input(), email: `user${id}@${realm.host}` };
      expect(await admin.client.post('users', squatted)).toMatchObject(refused);
    }
    await member.client.expect('PATCH', 'settings', { email_address_visibility: 4 });
    const { user } = await admin.client.expect('GET', `users/user${member.userId}@${realm.host}`);
    expect(user).toMatchObject({ user_id: member.userId, delivery_email: null });
  });

  it('creates a member in the default channels, who joins at the first login', async () => {
    const { realm, admin } = await scene();
    const given = input();
    const { user_id: id } = await admin.client.expect('POST', 'users', given);
    const { user } = await admin.client.expect('GET', `users/${String(id)}`);
    expect(user).toMatchObject({
      role: 400,
      full_name: 'New User',
      delivery_email: given['email'],
    });
    const joined = (): Promise<unknown> =>
      admin.client
        .expect('GET', `users/${String(id)}`)
        .then((body) => (body['user'] as Record<string, unknown>)['date_joined']);
    const before = await joined();
    test.clock.advance(3 * 3600);
    const login = { username: given['email']!, password: PASSWORD };
    const { api_key: apiKey } = await realm.anonymous.expect('POST', 'fetch_api_key', login);
    const after = await joined();
    expect(after).not.toBe(before);
    test.clock.advance(3600);
    await realm.anonymous.expect('POST', 'fetch_api_key', login);
    expect(await joined()).toBe(after);
    const client = realm.anonymous.as({ email: given['email']!, apiKey: apiKey as string });
    const { subscriptions } = await client.expect('GET', 'users/me/subscriptions');
    expect(subscriptions).toHaveLength(2);
  });

  it('ignores a role in the request', async () => {
    const who = await scene();
    const body = await who.admin.client.expect('POST', 'users', {
      ...input(),
      role: 100,
      is_owner: true,
    });
    expect(body['ignored_parameters_unsupported']).toEqual(['is_owner', 'role']);
    expect(await roleOf(who, { userId: body['user_id'] } as TestUser)).toBe(400);
  });

  it('is refused to other users, and with invalid or taken values', async () => {
    const { admin, member, guest } = await scene();
    for (const { client } of [member, guest]) {
      expect(await client.post('users', input())).toMatchObject(refused);
    }
    for (const wrong of [
      { email: 'nobody' },
      { email: 'a@mailinator.com' },
      { email: member.email.toUpperCase() },
      { password: 'short' },
      { password: 'Person Joiner', full_name: 'Person Joiner' },
      { full_name: 'x' },
    ]) {
      expect(await admin.client.post('users', { ...input(), ...wrong })).toMatchObject(refused);
    }
    const { body } = await admin.client.post('users', { email: 'a@example.com' });
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'password' });
  });
});

describe('PATCH /users/{user_id_or_email}', () => {
  it('changes the name, by id and by every kind of address', async () => {
    const { realm, admin, member } = await scene();
    const names = [`${member.userId}`, member.email, `user${member.userId}@${realm.host}`];
    for (const [index, name] of names.entries()) {
      const fullName = `Name ${index}`;
      await admin.client.expect('PATCH', `users/${name}`, { full_name: fullName });
      const { user } = await admin.client.expect('GET', `users/${member.userId}`);
      expect(user).toMatchObject({ full_name: fullName });
    }
  });

  it.each([
    ['administrators make moderators', 'admin', 'member', 300, true],
    ['administrators make administrators', 'admin', 'member', 200, true],
    ['administrators make no owners', 'admin', 'member', 100, false],
    ['administrators do not change owners', 'admin', 'owner', 400, false],
    ['owners make owners', 'owner', 'member', 100, true],
    ['a guest becomes a member', 'admin', 'guest', 400, true],
    ['a guest does not become an administrator', 'owner', 'guest', 200, false],
    ['a guest does not become an owner', 'owner', 'guest', 100, false],
    ['the only owner stays one', 'owner', 'owner', 200, false],
    ['members change no one', 'member', 'guest', 400, false],
    ['guests change no one', 'guest', 'guest', 400, false],
  ] as const)('%s', async (_what, actor, target, role, isAllowed) => {
    const who = await scene();
    const before = await roleOf(who, who[target]);
    const answer = await who[actor].client.patch(`users/${who[target].userId}`, { role });
    expect(answer.status).toBe(isAllowed ? 200 : 400);
    expect(await roleOf(who, who[target])).toBe(isAllowed ? role : before);
  });

  it('allows changes of owners to owners only', async () => {
    const { admin, realm } = await scene();
    const path = `users/${realm.owner.userId}`;
    const change = { full_name: 'Renamed' };
    expect(await admin.client.patch(path, change)).toMatchObject(refused);
    await realm.owner.client.expect('PATCH', path, change);
  });

  it('deactivates an owner if another remains, and only one of two at once', async () => {
    const { owner, member } = await scene();
    const path = (user: TestUser): string => `users/${user.userId}`;
    await owner.client.expect('PATCH', path(member), { role: 100 });
    const answers = await Promise.all([
      owner.client.patch(path(owner), { role: 400 }),
      member.client.patch(path(member), { role: 400 }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });

  it('changes all or nothing', async () => {
    const { admin, member } = await scene();
    const answer = await admin.client.patch(`users/${member.userId}`, {
      full_name: 'Changed',
      role: 100,
    });
    expect(answer).toMatchObject(refused);
    const { user } = await admin.client.expect('GET', `users/${member.userId}`);
    expect(user).toMatchObject({ full_name: 'Sample Member' });
  });

  it('refuses unknown roles, bad names, taken names where they are unique', async () => {
    const { realm, admin, member } = await scene();
    const path = `users/${member.userId}`;
    for (const wrong of [{ role: 500 }, { role: 'owner' }, { full_name: '@all' }]) {
      expect(await admin.client.patch(path, wrong)).toMatchObject(refused);
    }
    await admin.client.expect('PATCH', path, { full_name: 'Sample Owner' });
    await changeRealmSettings(test, realm, { require_unique_names: true });
    await admin.client.expect('PATCH', path, { full_name: 'Someone Else' });
    expect(await admin.client.patch(path, { full_name: 'sample owner' })).toMatchObject(refused);
  });

  it('answers alike for users of other organizations, system bots and unknown users', async () => {
    const { admin } = await scene();
    const other = await scene();
    const state = await admin.client.expect('POST', 'register', {
      fetch_event_types: ['realm_user'],
    });
    const [bot] = state['cross_realm_bots'] as { user_id: number }[];
    for (const name of [other.member.userId, other.member.email, bot!.user_id, 999_999_999]) {
      const answer = await admin.client.patch(`users/${name}`, { full_name: 'Changed' });
      expect(answer).toMatchObject({ status: 400, body: { msg: 'No such user' } });
    }
  });

  it('changes addresses for owners with the permission of the operator', async () => {
    const { realm, owner, admin, member } = await scene();
    const path = `users/${member.userId}`;
    const newEmail = `${unique('new')}@example.com`;
    expect(await admin.client.patch(path, { new_email: newEmail })).toMatchObject(refused);
    await owner.client.expect('PATCH', path, { new_email: newEmail });
    const { user } = await owner.client.expect('GET', path);
    expect(user).toMatchObject({ email: newEmail, delivery_email: newEmail });
    expect((await member.client.get('users/me')).status).toBe(401);
    expect(await owner.client.patch(path, { new_email: admin.email })).toMatchObject(refused);
    expect(await owner.client.patch(path, { new_email: 'none' })).toMatchObject(refused);
    // No account has a placeholder address as its own.
    for (const id of [member.userId, admin.userId, 999_999_999]) {
      const standIn = { new_email: `User${id}@${realm.host}` };
      expect(await owner.client.patch(path, standIn)).toMatchObject(refused);
    }
    await owner.client.expect('PATCH', `users/${admin.userId}`, { role: 100 });
    expect(await admin.client.patch(path, { new_email: `x${newEmail}` })).toMatchObject(refused);
  });
});

describe('DELETE /users/{user_id_or_email}', () => {
  it('ends sessions, bots and polls of the user at once, in every process', async () => {
    const { realm, admin, member } = await scene();
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
    const another = await test.startAnother();
    try {
      const elsewhere = new Client(another.port, realm.host, member);
      await elsewhere.expect('GET', 'users/me');
      const queue = await member.client.expect('POST', 'register', { event_types: ['message'] });
      const waiting = member.client.get('events', {
        queue_id: queue['queue_id'],
        last_event_id: queue['last_event_id'],
      });
      await admin.client.expect('DELETE', `users/${member.userId}`);
      expect((await waiting).body).toMatchObject({ events: [] });
      await delay(900);
      for (const client of [member.client, elsewhere, bot.client]) {
        const { status, body } = await client.get('users/me');
        expect({ status, ...body }).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
      }
    } finally {
      await another.close();
    }
    const { members } = await admin.client.expect('GET', 'users', { user_ids: [bot.userId] });
    expect(members).toMatchObject([{ is_active: false }]);
  });

  it('is visible in its process before the log is read again', async () => {
    const { admin, member } = await scene();
    await member.client.expect('GET', 'users/me');
    const reading = jest.spyOn(test.app.get(EventLog), 'readRealms').mockResolvedValue([]);
    try {
      await admin.client.expect('DELETE', `users/${member.userId}`);
      const { status, body } = await member.client.get('users/me');
      expect({ status, ...body }).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    } finally {
      reading.mockRestore();
    }
  });

  it('keeps subscriptions and groups for a reactivation', async () => {
    const { owner, admin, member } = await scene();
    const channel = await subscribe(member, unique('channel'));
    const readers = async (): Promise<unknown> =>
      (await owner.client.expect('GET', `streams/${channel}/members`))['subscribers'];
    await admin.client.expect('DELETE', `users/${member.userId}`);
    expect(await readers()).toEqual([]);
    expect(await admin.client.delete(`users/${member.userId}`)).toMatchObject(refused);
    await admin.client.expect('POST', `users/${member.userId}/reactivate`);
    expect(await readers()).toEqual([member.userId]);
    await member.client.expect('GET', 'users/me');
    await admin.client.expect('POST', `users/${member.userId}/reactivate`);
    await member.client.expect('GET', 'users/me');
  });

  it.each([
    ['administrators do not deactivate owners', 'admin', 'owner'],
    ['members deactivate no one', 'member', 'guest'],
    ['the only owner stays', 'owner', 'owner'],
  ] as const)('%s', async (_what, actor, target) => {
    const who = await scene();
    expect(await who[actor].client.delete(`users/${who[target].userId}`)).toMatchObject(refused);
  });

  it('is not for bots, nor for users of other organizations', async () => {
    const { realm, admin } = await scene();
    const other = await scene();
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: admin.userId } });
    for (const { userId } of [bot, other.member]) {
      expect(await admin.client.delete(`users/${userId}`)).toMatchObject(refused);
      expect(await admin.client.post(`users/${other.member.userId}/reactivate`)).toMatchObject(
        refused,
      );
    }
    await other.member.client.expect('GET', 'users/me');
  });

  it('deletes the profile permanently on request', async () => {
    const { realm, admin, member } = await scene();
    await member.client.expect('POST', 'users/me/status', {
      status_text: 'On the road',
      emoji_name: 'car',
    });
    await admin.client.expect('DELETE', `users/${member.userId}`, {
      actions: { delete_profile: true },
    });
    const { user } = await admin.client.expect('GET', `users/${member.userId}`);
    expect(user).toMatchObject({
      is_active: false,
      is_deleted: true,
      full_name: expect.stringContaining('Deleted user'),
      delivery_email: `user${member.userId}@${realm.host}`,
      email: `user${member.userId}@${realm.host}`,
    });
    expect(await admin.client.get(`users/${member.email}`)).toMatchObject(refused);
    const { status } = await admin.client.expect('GET', `users/${member.userId}/status`);
    expect(status).toEqual({});
    // The email can be used for a new account.
    await admin.client.expect('POST', 'users', {
      email: member.email,
      full_name: 'Sample Successor',
      password: 'sample password 1',
    });
    expect(await admin.client.post(`users/${member.userId}/reactivate`)).toMatchObject(refused);
  });

  it('deletes the requested messages, and no others', async () => {
    const { owner, member } = await scene();
    const [open, closed] = [unique('open'), unique('closed')];
    for (const [name, isPrivate] of [
      [open, false],
      [closed, true],
    ] as const) {
      await subscribe(owner, name, { invite_only: isPrivate, history_public_to_subscribers: true });
      await owner.client.expect('POST', 'users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: [member.userId],
      });
    }
    const own = {
      open: await sendToStream(member, open, 'topic', 'one'),
      closed: await sendToStream(member, closed, 'topic', 'two'),
      direct: await sendDirect(member, [owner], 'three'),
    };
    const others = await sendToStream(owner, open, 'topic', 'four');
    const remaining = async (): Promise<number[]> => {
      const ids = [...Object.values(own), others];
      const { messages } = await owner.client.expect('GET', 'messages', { message_ids: ids });
      return (messages as { id: number }[]).map(({ id }) => id);
    };
    const path = `users/${member.userId}`;
    await owner.client.expect('DELETE', path, {
      actions: { delete_public_channel_messages: true },
    });
    await runJobs(test.app);
    expect(await remaining()).toEqual([own.closed, own.direct, others]);
    await owner.client.expect('DELETE', path, {
      actions: { delete_private_channel_messages: true, delete_direct_messages: true },
    });
    await runJobs(test.app);
    expect(await remaining()).toEqual([others]);
  });
});

describe('DELETE /users/me', () => {
  it('deactivates the own account, unless it is the last owner', async () => {
    const { owner, member } = await scene();
    await member.client.expect('DELETE', 'users/me');
    await until(async () => (await member.client.get('users/me')).status === 401);
    expect(await owner.client.delete('users/me')).toMatchObject({
      status: 400,
      body: {
        code: 'CANNOT_DEACTIVATE_LAST_USER',
        is_last_owner: true,
        entity: 'organization owner',
      },
    });
  });
});

describe('POST /users/me/api_key/regenerate', () => {
  it('returns a new key and invalidates the old one', async () => {
    const { realm, member } = await scene();
    const { api_key: apiKey } = await member.client.expect('POST', 'users/me/api_key/regenerate');
    expect(apiKey).toMatch(/^[A-Za-z0-9]{32}$/);
    const client = realm.anonymous.as({ email: member.email, apiKey: apiKey as string });
    await client.expect('GET', 'users/me');
    expect((await member.client.get('users/me')).status).toBe(401);
  });
});
