import { describe, expect, it } from '@jest/globals';
import { Passwords } from '#modules/auth/passwords/passwords.service.js';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import { FullMembersService } from '#modules/groups/memberships/full-members.service.js';
import { type CreatedUser, UsersService } from '#modules/users/users/users.service.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import { createRealm, createUser, type TestRealm, type TestUser, unique } from './factories.js';
import { createScene } from './scene.js';

type Body = Answer['body'];
type Listed = Record<string, unknown>[];
const test = await sharedTestApp();

async function register(user: TestUser, parameters: Record<string, unknown> = {}): Promise<Body> {
  return user.client.expect('POST', 'register', parameters);
}

async function poll(user: TestUser, { queue_id, last_event_id }: Body): Promise<Listed> {
  const { events } = await user.client.expect('GET', 'events', { queue_id, last_event_id });
  return events as Listed;
}

async function setWaitingPeriod(realm: TestRealm, days: number): Promise<void> {
  await test.app
    .get(Database)
    .query('UPDATE realms SET settings = $2 WHERE id = $1', [
      realm.realmId,
      { waiting_period_threshold: days },
    ]);
  test.clock.advance(5);
}

async function refreshAfter(realm: TestRealm, secondsLater: number): Promise<void> {
  test.clock.advance(secondsLater);
  await test.app.get(FullMembersService).refresh(realm.realmId);
}

async function isFullMember({ realmId }: TestRealm, userId: number): Promise<boolean> {
  const groups = test.app.get(GroupMembership);
  const { 'role:fullmembers': group } = await groups.systemGroupIds(realmId);
  return groups.isMember(realmId, { userId, role: Role.Member }, group);
}

function ids(users: unknown): unknown[] {
  return (users as Listed).map(({ user_id: id }) => id);
}

describe('GET /users', () => {
  it('lists users and bots of the realm, without system bots and other realms', async () => {
    const realm = await createRealm(test);
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: realm.owner.userId } });
    const guest = await createUser(test, realm, { role: Role.Guest });
    await createRealm(test);
    const { members } = await realm.owner.client.expect('GET', 'users');
    expect(ids(members)).toEqual([realm.owner.userId, bot.userId, guest.userId]);
    expect(members).toMatchObject([
      { is_owner: true, is_admin: true, is_bot: false, bot_type: null, role: 100 },
      { is_bot: true, bot_type: 1, bot_owner_id: realm.owner.userId },
      { is_guest: true, role: 600, avatar_url: null, is_active: true },
    ]);
  });

  it('lists the requested users, without unknown ids', async () => {
    const { realm, user } = await createScene(test, { user: {} });
    const other = await createRealm(test);
    const { members } = await realm.owner.client.expect('GET', 'users', {
      user_ids: [user.userId, other.owner.userId, 999_999_999],
    });
    expect(ids(members)).toEqual([user.userId]);
  });

  it('includes gravatar URLs and profiles on request', async () => {
    const { owner } = await createRealm(test);
    const { members } = await owner.client.expect('GET', 'users', {
      client_gravatar: false,
      include_custom_profile_fields: true,
    });
    expect(members).toMatchObject([
      { avatar_url: expect.stringContaining('https://secure.gravatar.com/'), profile_data: {} },
    ]);
  });
});

describe('GET /users/{user_id_or_email}', () => {
  it('finds a user by id, by email in any case, and by placeholder email', async () => {
    const realm = await createRealm(test);
    const { userId, email } = await createUser(test, realm);
    const names = [`${userId}`, email, email.toUpperCase(), `user${userId}@${realm.host}`];
    for (const name of names) {
      const { user } = await realm.owner.client.expect('GET', `users/${encodeURIComponent(name)}`);
      expect(user).toMatchObject({ user_id: userId, email, delivery_email: email });
    }
  });

  it('answers alike for users of other realms and for unknown users', async () => {
    const [realm, other] = [await createRealm(test), await createRealm(test)];
    const names = [
      other.owner.email,
      `${other.owner.userId}`,
      `user${other.owner.userId}@${realm.host}`,
      `user${realm.owner.userId}@${other.host}`,
      'nobody',
      '999999999',
      '99999999999999',
    ];
    for (const name of names) {
      const { status, body } = await realm.owner.client.get(`users/${name}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'BAD_REQUEST', msg: 'No such user' });
    }
  });
});

describe('GET /users/me', () => {
  it('shows the caller, a bot as well', async () => {
    const realm = await createRealm(test);
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: realm.owner.userId } });
    for (const { client, userId, email } of [realm.owner, bot]) {
      expect(await client.expect('GET', 'users/me')).toMatchObject({
        user_id: userId,
        delivery_email: email,
        max_message_id: expect.any(Number),
      });
    }
  });
});

describe('a new user', () => {
  const create = (
    realm: TestRealm,
    input: { email?: string; fullName?: string },
  ): Promise<CreatedUser> =>
    test.app
      .get(UsersService)
      .create(
        { realmId: realm.realmId },
        { email: `${unique('new')}@example.com`, fullName: 'New User', ...input },
      );

  it('is published to all users, with the avatar in the form of each client', async () => {
    const realm = await createRealm(test);
    const watch = { event_types: ['realm_user'] };
    const plain = await register(realm.owner, watch);
    const withPictures = await register(realm.owner, { ...watch, client_gravatar: false });
    const { id } = await create(realm, {});
    const [added] = await poll(realm.owner, plain);
    expect(added).toMatchObject({
      type: 'realm_user',
      op: 'add',
      person: { user_id: id, full_name: 'New User', avatar_url: null },
    });
    const [same] = await poll(realm.owner, withPictures);
    expect(same).toMatchObject({
      person: { user_id: id, avatar_url: expect.stringContaining('gravatar.com') },
    });
  });

  it('joins the groups of the role, with events for all users', async () => {
    const realm = await createRealm(test);
    const queue = await register(realm.owner, { event_types: ['user_group'] });
    const { id } = await create(realm, {});
    const events = await poll(realm.owner, queue);
    expect(events).toMatchObject([
      { op: 'add_members', user_ids: [id] },
      { op: 'add_members', user_ids: [id] },
    ]);
    const { realm_user_groups: groups } = await register(realm.owner, {
      fetch_event_types: ['realm_user_groups'],
    });
    const joined = (groups as { id: number; name: string; members: number[] }[]).filter(
      ({ members }) => members.includes(id),
    );
    expect(joined.map(({ name }) => name)).toEqual(['role:members', 'role:fullmembers']);
    expect(joined.map((group) => group.id)).toEqual(events.map(({ group_id }) => group_id));
  });

  it('is not a full member during the waiting period', async () => {
    const realm = await createRealm(test);
    await setWaitingPeriod(realm, 3);
    const { id } = await create(realm, {});
    const groups = test.app.get(GroupMembership);
    const system = await groups.systemGroupIds(realm.realmId);
    const isIn = (userId: number, role: Role, group: number): Promise<boolean> =>
      groups.isMember(realm.realmId, { userId, role }, group);
    expect(await isIn(id, Role.Member, system['role:members'])).toBe(true);
    expect(await isIn(id, Role.Member, system['role:fullmembers'])).toBe(false);
    expect(await isIn(realm.owner.userId, Role.Owner, system['role:fullmembers'])).toBe(true);
  });

  it('becomes a full member when the waiting period is over, with events for all users', async () => {
    const realm = await createRealm(test);
    await setWaitingPeriod(realm, 3);
    const { id } = await create(realm, {});
    const queue = await register(realm.owner, {
      event_types: ['user_group'],
      idle_queue_timeout: 7 * 24 * 3600,
    });
    await refreshAfter(realm, 0);
    expect(await isFullMember(realm, id)).toBe(false);
    await refreshAfter(realm, 3 * 24 * 3600);
    expect(await isFullMember(realm, id)).toBe(true);
    const { 'role:fullmembers': group_id } = await test.app
      .get(GroupMembership)
      .systemGroupIds(realm.realmId);
    expect(await poll(realm.owner, queue)).toMatchObject([
      { op: 'add_members', group_id, user_ids: [id] },
    ]);
    await setWaitingPeriod(realm, 30);
    await refreshAfter(realm, 0);
    expect(await isFullMember(realm, id)).toBe(false);
  });

  it('is refused with an email that is taken, in any case', async () => {
    const realm = await createRealm(test);
    await expect(create(realm, { email: realm.owner.email.toUpperCase() })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    const other = await createRealm(test);
    await expect(create(other, { email: realm.owner.email })).resolves.toMatchObject({
      email: realm.owner.email,
    });
  });

  it('is created once by two concurrent requests', async () => {
    const realm = await createRealm(test);
    const email = `${unique('race')}@example.com`;
    const results = await Promise.allSettled([create(realm, { email }), create(realm, { email })]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it.each([[{ fullName: 'x' }], [{ fullName: 'a*b' }], [{ email: 'not an address' }]])(
    'is refused with %p',
    async (input) => {
      const realm = await createRealm(test);
      await expect(create(realm, input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  );

  it.each([
    ['x'.repeat(7), 'The password is too short (at least 8 characters)'],
    ['🔑'.repeat(7), 'The password is too short (at least 8 characters)'],
    ['x'.repeat(101), 'The password is too long (at most 100 characters)'],
    [' Person@example.com', 'The password is too easy to guess'],
    ['sample person', 'The password is too easy to guess'],
  ])('cannot have the password %p', async (password, message) => {
    const account = { email: 'person@example.com', fullName: 'Sample Person' };
    const hashed = test.app.get(Passwords).hash(password, account);
    await expect(hashed).rejects.toMatchObject({ code: 'BAD_REQUEST', message });
  });
});

describe('the register snapshot', () => {
  it('has the realm, the server, the groups and the settings', async () => {
    const { owner, host } = await createRealm(test);
    const state = await register(owner);
    expect(state).toMatchObject({
      realm_name: 'Sample Organization',
      realm_url: `http://${host}`,
      max_topic_length: 60,
      max_message_length: 10_000,
      user_id: owner.userId,
      is_owner: true,
      can_create_web_public_streams: true,
      user_settings: { enable_online_push_notifications: true, timezone: '' },
      realm_user_settings_defaults: { email_notifications_batching_period_seconds: 120 },
    });
    expect(state['cross_realm_bots']).toHaveLength(3);
    expect(state['realm_user_groups']).toHaveLength(8);
  });

  it('has the lists of users at its position in the log', async () => {
    const realm = await createRealm(test);
    const fetch = { fetch_event_types: ['realm_user'] };
    const before = await register(realm.owner, fetch);
    expect(ids(before['realm_users'])).toEqual([realm.owner.userId]);
    const user = await createUser(test, realm);
    for (const client_gravatar of [true, false]) {
      const after = await register(realm.owner, { ...fetch, client_gravatar });
      expect(ids(after['realm_users'])).toEqual([realm.owner.userId, user.userId]);
      expect(after['realm_non_active_users']).toEqual([]);
    }
  });

  it('includes exactly the users whose events precede its position', async () => {
    const realm = await createRealm(test);
    const start = await register(realm.owner);
    const snapshots: Body[] = [];
    const observe = async (): Promise<void> => {
      for (let round = 0; round < 8; round++) {
        snapshots.push(await register(realm.owner, { fetch_event_types: ['realm_user'] }));
      }
    };
    const add = async (): Promise<void> => {
      for (let round = 0; round < 8; round++) await createUser(test, realm);
    };
    await Promise.all([observe(), observe(), add(), add(), add()]);
    const added = (await poll(realm.owner, start)).flatMap(({ type, id, person }) =>
      type === 'realm_user'
        ? [{ eventId: id as number, userId: (person as { user_id: number }).user_id }]
        : [],
    );
    expect(added).toHaveLength(24);
    for (const { last_event_id: position, realm_users: users } of snapshots) {
      const expected = added.flatMap(({ eventId, userId }) =>
        eventId <= (position as number) ? [userId] : [],
      );
      const shown = ids(users).filter((id) => id !== realm.owner.userId);
      expect(shown).toEqual(expected.toSorted((a, b) => a - b));
    }
  });

  it('includes the permissions of the role', async () => {
    const realm = await createRealm(test);
    const fetch = { fetch_event_types: ['realm_user'] };
    const member = await createUser(test, realm);
    const guest = await createUser(test, realm, { role: Role.Guest });
    expect(await register(member, fetch)).toMatchObject({
      is_moderator: false,
      can_create_streams: true,
      can_create_public_streams: true,
      can_create_web_public_streams: false,
      can_invite_others_to_realm: true,
    });
    expect(await register(guest, fetch)).toMatchObject({
      is_guest: true,
      can_create_streams: false,
      can_subscribe_other_users: false,
      can_invite_others_to_realm: false,
    });
  });
});
