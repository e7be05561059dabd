// Account events, applied to the registered state, give the state of a new registration.
import { describe, expect, it } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
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
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

interface Scene {
  realm: TestRealm;
  owner: TestUser;
  admin: TestUser;
  member: TestUser;
  guest: TestUser;
  bot: TestUser;
  target: TestUser;
}

/** Users of all roles, some channels, and the user that the tests change. */
async function scene({ role = Role.Member }: { role?: Role } = {}): Promise<Scene> {
  const { realm, member } = await createScene(test, { member: {} });
  const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
  const [admin, guest, target] = [
    await createUser(test, realm, { role: Role.Administrator }),
    await createUser(test, realm, { role: Role.Guest }),
    await createUser(test, realm, { role, fullName: 'Sample Target' }),
  ];
  await subscribe(realm.owner, 'open', {
    principals: [realm.owner.userId, guest.userId, target.userId],
  });
  await subscribe(realm.owner, 'closed', {
    invite_only: true,
    principals: [realm.owner.userId, target.userId],
  });
  await subscribe(realm.owner, 'hidden', { invite_only: true });
  return { realm, owner: realm.owner, admin, member, guest, bot, target };
}

function verify(
  { realm, owner, admin, member, guest, bot }: Scene,
  act: () => Promise<unknown>,
  others: Record<string, TestUser> = {},
): ReturnType<typeof verifyEvents> {
  const observers = observersOf(realm, { owner, admin, member, guest, bot, ...others });
  return verifyEvents(test, observers, act);
}

describe('an account', () => {
  it('is created', async () => {
    const who = await scene();
    await verify(who, () =>
      who.admin.client.expect('POST', 'users', {
        email: `${unique('new')}@example.com`,
        password: 'correct horse battery',
        full_name: 'New User',
      }),
    );
  });

  it.each([
    ['that someone else made', false],
    ['that came from another system as a stub', true],
  ])('%s is joined at the first login, and at no later one', async (_what, isStub) => {
    const who = await scene();
    const { realm, owner } = who;
    const login = { username: `${unique('new')}@example.com`, password: 'correct horse battery' };
    const { user_id: id } = await owner.client.expect('POST', 'users', {
      email: login.username,
      password: login.password,
      full_name: 'New User',
    });
    await test.app
      .get(Database)
      .query('UPDATE users SET is_imported_stub = $2 WHERE id = $1', [id, isStub]);
    const shown = async (): Promise<unknown> =>
      (await owner.client.expect('GET', `users/${String(id)}`))['user'];
    const before = await shown();
    expect(before).toMatchObject({ is_imported_stub: isStub });
    test.clock.advance(3600);
    const enter = (): Promise<unknown> => realm.anonymous.expect('POST', 'fetch_api_key', login);
    await verify(who, enter);
    const after = await shown();
    const { date_joined: joined } = after as { date_joined: string };
    expect(joined).not.toBe((before as { date_joined: string }).date_joined);
    expect(after).toEqual({ ...(before as object), date_joined: joined, is_imported_stub: false });
    test.clock.advance(3600);
    await enter();
    expect(await shown()).toEqual(after);
  });

  it('changes its name', async () => {
    const { target, ...rest } = await scene();
    const who = { target, ...rest };
    const path = `users/${target.userId}`;
    await verify(who, () => who.admin.client.expect('PATCH', path, { full_name: 'Renamed' }), {
      target,
    });
  });

  it('changes its email', async () => {
    const who = await scene();
    const path = `users/${who.target.userId}`;
    const newEmail = `${unique('new')}@example.com`;
    await verify(who, () => who.owner.client.expect('PATCH', path, { new_email: newEmail }));
  });

  it('is deactivated, with its bots, and reactivated', async () => {
    const who = await scene();
    await createUser(test, who.realm, { bot: { type: 1, ownerId: who.target.userId } });
    await who.owner.client.expect('POST', 'user_groups/create', {
      name: unique('group'),
      description: '',
      members: [who.target.userId],
    });
    const path = `users/${who.target.userId}`;
    await verify(who, () => who.admin.client.expect('DELETE', path));
    await verify(who, () => who.admin.client.expect('POST', `${path}/reactivate`));
  });

  it('is deleted with its profile, except for the fact that it was deleted', async () => {
    const who = await scene();
    const { id } = await who.owner.client.expect('POST', 'realm/profile_fields', {
      name: 'Place',
      field_type: 1,
    });
    await who.target.client.expect('PATCH', 'users/me/profile_data', {
      data: [{ id, value: 'Sample Town' }],
    });
    await who.target.client.expect('POST', 'users/me/status', { status_text: 'On the road' });
    const path = `users/${who.target.userId}`;
    await who.admin.client.expect('DELETE', path);
    const { realm, owner } = who;
    await expect(
      verifyEvents(test, observersOf(realm, { owner }), () =>
        owner.client.expect('DELETE', path, { actions: { delete_profile: true } }),
      ),
    ).rejects.toThrow('is_deleted');
  });
});

describe('a role', () => {
  it.each([
    ['member to administrator', Role.Member, 200],
    ['administrator to member', Role.Administrator, 400],
    ['member to guest', Role.Member, 600],
    ['guest to member', Role.Guest, 400],
    ['member to moderator', Role.Member, 300],
    ['moderator to owner', Role.Moderator, 100],
    ['administrator to guest', Role.Administrator, 600],
  ])('changes from %s', async (_what, before, after) => {
    const who = await scene({ role: before });
    const { owner, target } = who;
    const open = await subscribe(owner, unique('open'));
    await sendToStream(owner, open, 'topic', 'unread');
    const path = `users/${target.userId}`;
    await verify(who, () => owner.client.expect('PATCH', path, { role: after }), { target });
  });

  it('leaves no unread messages in channels that the new role cannot read', async () => {
    const who = await scene();
    const { owner, target } = who;
    const name = unique('left');
    await subscribe(target, name);
    await sendToStream(owner, name, 'topic', 'unread').catch(() => undefined);
    await subscribe(owner, name);
    await sendToStream(owner, name, 'topic', 'unread');
    await target.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    const path = `users/${target.userId}`;
    await verify(who, () => owner.client.expect('PATCH', path, { role: 600 }), { target });
  });

  it('shows and hides emails', async () => {
    const who = await scene();
    const { owner, member, target } = who;
    await member.client.expect('PATCH', 'settings', { email_address_visibility: 3 });
    const path = `users/${target.userId}`;
    await verify(who, () => owner.client.expect('PATCH', path, { role: 200 }), { target });
    await verify(who, () => owner.client.expect('PATCH', path, { role: 400 }), { target });
  });

  it('limits the accessible users of a guest whose access is limited', async () => {
    const who = await scene();
    const { realm, owner, target } = who;
    await limitGuests(who);
    await sendDirect(owner, [target], 'Hello');
    const [modern] = observersOf(realm, { target });
    const path = `users/${target.userId}`;
    await verifyEvents(test, [modern!], () => owner.client.expect('PATCH', path, { role: 600 }));
    await verifyEvents(test, [modern!], () => owner.client.expect('PATCH', path, { role: 400 }));
  });
});

describe('the visibility of an email', () => {
  it.each([2, 3, 4, 5])('changes from all users to %p and back', async (visibility) => {
    const who = await scene();
    const change = (value: number): Promise<unknown> =>
      who.target.client.expect('PATCH', 'settings', { email_address_visibility: value });
    const { target } = who;
    await verify(who, () => change(visibility), { target });
    await verify(who, () => change(1), { target });
  });

  it('changes between two restricted values, and new users start with it', async () => {
    const who = await scene();
    const { target } = who;
    await target.client.expect('PATCH', 'settings', { email_address_visibility: 3 });
    await verify(
      who,
      () => target.client.expect('PATCH', 'settings', { email_address_visibility: 2 }),
      { target },
    );
    await who.owner.client.expect('PATCH', 'realm/user_settings_defaults', {
      email_address_visibility: 3,
    });
    await verify(who, () => createUser(test, who.realm));
  });

  it('determines the emails that each role receives', async () => {
    const { realm, owner, admin, member, guest, target } = await scene();
    await target.client.expect('PATCH', 'settings', { email_address_visibility: 3 });
    const standIn = `user${target.userId}@${realm.host}`;
    const seen = async ({ client }: TestUser): Promise<unknown> =>
      (await client.expect('GET', `users/${target.userId}`))['user'];
    for (const observer of [owner, admin, target]) {
      expect(await seen(observer)).toMatchObject({
        email: standIn,
        delivery_email: target.email,
        avatar_url: null,
      });
      await observer.client.expect('GET', `users/${target.email}`);
    }
    for (const observer of [member, guest]) {
      expect(await seen(observer)).toMatchObject({
        email: standIn,
        delivery_email: null,
        avatar_url: expect.stringContaining('gravatar'),
      });
      const byAddress = await observer.client.get(`users/${target.email}`);
      expect(byAddress).toMatchObject({ status: 400, body: { msg: 'No such user' } });
      await observer.client.expect('GET', `users/${standIn}`);
      const message = { type: 'direct', to: [target.email], content: 'Hello' };
      expect((await observer.client.post('messages', message)).status).toBe(400);
    }
    const { members } = await member.client.expect('GET', 'users', { user_ids: [target.userId] });
    expect(members).toMatchObject([{ delivery_email: null }]);
    // Both emails can be used to log in.
    await realm.anonymous.as({ ...target, email: standIn }).expect('GET', 'users/me');
  });
});

/** From now on, only members can access all users. */
async function limitGuests({ realm, owner }: Scene): Promise<void> {
  const groups = await owner.client.expect('GET', 'user_groups');
  const members = (groups['user_groups'] as { id: number; name: string }[]).find(
    ({ name }) => name === 'role:members',
  )!;
  await changeRealmSettings(test, realm, { can_access_all_users_group: members.id });
}

describe('a guest with limited access to users', () => {
  it('receives users when they come to share a channel and when they cease to', async () => {
    const who = await scene();
    const { realm, owner, member, guest, admin } = who;
    const channel = { subscriptions: [{ name: 'open' }], principals: [member.userId] };
    await limitGuests(who);
    const [modern] = observersOf(realm, { guest });
    const verifyGuest = (act: () => Promise<unknown>): Promise<unknown> =>
      verifyEvents(test, [modern!], act);
    await verifyGuest(() => owner.client.expect('POST', 'users/me/subscriptions', channel));
    await verifyGuest(() =>
      owner.client.expect('POST', 'users/me/subscriptions', {
        subscriptions: [{ name: 'another' }],
        principals: [admin.userId, guest.userId],
      }),
    );
    await verifyGuest(() => member.client.expect('PATCH', 'settings', { full_name: 'Renamed' }));
    await verifyGuest(() =>
      owner.client.expect('DELETE', 'users/me/subscriptions', {
        subscriptions: ['open'],
        principals: [member.userId],
      }),
    );
    await verifyGuest(() =>
      member.client.expect('PATCH', 'settings', { full_name: 'Renamed again' }),
    );
    await verifyGuest(() => createUser(test, realm));
  });

  it('accesses only users of shared channels and conversations', async () => {
    const who = await scene();
    const { realm, owner, admin, member, guest, bot, target } = who;
    await sendDirect(admin, [guest], 'Hello');
    await limitGuests(who);
    const ids = (users: unknown): number[] =>
      (users as { user_id: number }[]).map(({ user_id: id }) => id).toSorted((a, b) => a - b);
    const known = [owner, admin, guest, bot, target].map(({ userId }) => userId);
    const sorted = known.toSorted((a, b) => a - b);
    expect(ids((await guest.client.expect('GET', 'users'))['members'])).toEqual(sorted);
    expect(await guest.client.get(`users/${member.userId}`)).toMatchObject({ status: 400 });
    expect(await guest.client.get(`users/${member.email}`)).toMatchObject({ status: 400 });
    const modern = await guest.client.expect('POST', 'register', {
      fetch_event_types: ['realm_user'],
      client_capabilities: { notification_settings_null: true, user_list_incomplete: true },
    });
    expect(ids(modern['realm_users'])).toEqual(sorted);
    const old = await guest.client.expect('POST', 'register', {
      fetch_event_types: ['realm_user'],
    });
    const unknown = (old['realm_users'] as { user_id: number }[]).find(
      ({ user_id: id }) => id === member.userId,
    );
    expect(unknown).toMatchObject({
      full_name: 'Unknown user',
      email: `user${member.userId}@${realm.host}`,
      delivery_email: null,
    });
  });
});
