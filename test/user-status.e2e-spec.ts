import { describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { listen } from './event-listener.js';
import {
  createChannel,
  createCustomEmoji,
  createRealm,
  createUser,
  type TestUser,
} from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();
const { realm, owner, member } = await createScene(test, { member: {} });

const refused = { status: 400, body: { code: 'BAD_REQUEST' } };
const CAR = { emoji_name: 'car', emoji_code: '1f697', reaction_type: 'unicode_emoji' };

async function statusOf({ userId }: TestUser): Promise<unknown> {
  return (await owner.client.expect('GET', `users/${userId}/status`))['status'];
}

describe('a status', () => {
  it('has a text, an emoji, or both, each changed by itself', async () => {
    const user = await createUser(test, realm);
    const set = (change: Record<string, unknown>): Promise<unknown> =>
      user.client.expect('POST', 'users/me/status', change);
    expect(await statusOf(user)).toEqual({});
    await set({ status_text: ' On the road ' });
    expect(await statusOf(user)).toEqual({ status_text: 'On the road' });
    await set({ emoji_name: 'car' });
    expect(await statusOf(user)).toEqual({ status_text: 'On the road', ...CAR });
    await set({ status_text: '' });
    expect(await statusOf(user)).toEqual(CAR);
    await set({ emoji_name: '' });
    expect(await statusOf(user)).toEqual({});
    await set({ ...CAR, status_text: 'x'.repeat(60) });
    expect(await statusOf(user)).toMatchObject(CAR);
  });

  it('can have an emoji of the organization', async () => {
    const user = await createUser(test, realm);
    const id = await createCustomEmoji(test, realm, 'sample_logo');
    await user.client.expect('POST', 'users/me/status', { emoji_name: 'sample_logo' });
    expect(await statusOf(user)).toEqual({
      emoji_name: 'sample_logo',
      emoji_code: `${id}`,
      reaction_type: 'realm_emoji',
    });
  });

  it.each([
    ['nothing', {}],
    ['a long text', { status_text: 'x'.repeat(61) }],
    ['an unknown emoji', { emoji_name: 'no_such_emoji' }],
    ['another code', { emoji_name: 'car', emoji_code: '1f600' }],
    ['another kind', { emoji_name: 'car', reaction_type: 'realm_emoji' }],
    ['an unknown kind', { emoji_name: 'car', reaction_type: 'picture' }],
    ['a code without a name', { emoji_code: '1f697' }],
  ])('is refused with %s', async (_what, change) => {
    expect(await member.client.post('users/me/status', change)).toMatchObject(refused);
  });

  it('is set for others by administrators only, and not for bots', async () => {
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: owner.userId } });
    const other = await createRealm(test);
    const path = `users/${member.userId}/status`;
    await owner.client.expect('POST', path, { status_text: 'Away' });
    expect(await statusOf(member)).toEqual({ status_text: 'Away' });
    const change = { status_text: 'Changed' };
    expect(await member.client.post(`users/${owner.userId}/status`, change)).toMatchObject(refused);
    expect(await owner.client.post(`users/${bot.userId}/status`, change)).toMatchObject(refused);
    expect(await bot.client.post('users/me/status', change)).toMatchObject(refused);
    for (const id of [other.owner.userId, 999_999_999]) {
      expect(await owner.client.post(`users/${id}/status`, change)).toMatchObject(refused);
      expect(await owner.client.get(`users/${id}/status`)).toMatchObject(refused);
    }
  });

  it('is published to all users, and its former parameter changes the setting', async () => {
    const user = await createUser(test, realm);
    const guest = await createUser(test, realm, { role: Role.Guest });
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: owner.userId } });
    const observers = observersOf(realm, { owner, user, guest, bot });
    const changes = [
      { status_text: 'On the road', emoji_name: 'car' },
      { emoji_name: '' },
      { status_text: '' },
      { away: true },
      { away: true, status_text: 'Still away' },
      { away: false, status_text: 'Back' },
      { away: false },
    ];
    for (const change of changes) {
      await verifyEvents(test, observers, () =>
        user.client.expect('POST', 'users/me/status', change),
      );
    }
  });
});

describe('away', () => {
  const presence = (user: TestUser, presence_enabled: boolean): Promise<unknown> =>
    user.client.expect('PATCH', 'settings', { presence_enabled });

  async function registered(viewer: TestUser, { userId }: TestUser): Promise<unknown> {
    const { user_status: statuses } = await viewer.client.expect('POST', 'register', {
      fetch_event_types: ['user_status'],
    });
    return (statuses as Record<string, unknown>)[userId];
  }

  it('is part of the status, the register state and the event', async () => {
    const user = await createUser(test, realm);
    const listener = await listen(test, realm, owner, { event_types: ['user_status'] });
    const set = (change: Record<string, unknown>): Promise<unknown> =>
      user.client.expect('POST', 'users/me/status', change);
    const event = { id: expect.any(Number), type: 'user_status', user_id: user.userId };

    await set({ away: true });
    expect(await statusOf(user)).toEqual({ away: true });
    expect(await registered(owner, user)).toEqual({ away: true });
    expect(await listener.take()).toEqual([{ ...event, away: true }]);

    await set({ away: true, status_text: 'At lunch' });
    expect(await registered(owner, user)).toEqual({ away: true, status_text: 'At lunch' });
    expect(await listener.take()).toEqual([{ ...event, status_text: 'At lunch' }]);

    await set({ away: false, status_text: 'Back' });
    expect(await statusOf(user)).toEqual({ status_text: 'Back' });
    expect(await listener.take()).toEqual([{ ...event, away: false, status_text: 'Back' }]);

    await set({ away: false });
    expect(await listener.take()).toEqual([]);
  });

  it('is the opposite of the setting', async () => {
    const user = await createUser(test, realm);
    const observers = observersOf(realm, { owner, user });
    await verifyEvents(test, observers, () => presence(user, false));
    expect(await statusOf(user)).toEqual({ away: true });
    await verifyEvents(test, observers, () =>
      user.client.expect('POST', 'users/me/status', { away: false }),
    );
    const { user_settings: settings } = await user.client.expect('POST', 'register', {
      fetch_event_types: ['user_settings'],
    });
    expect(settings).toMatchObject({ presence_enabled: true });
    await verifyEvents(test, observers, () =>
      owner.client.expect('PATCH', 'settings', {
        presence_enabled: false,
        target_users: { user_ids: [user.userId] },
      }),
    );
    expect(await registered(owner, user)).toEqual({ away: true });
  });

  it('is the default of new users where the organization disables presence', async () => {
    const { realm: other, owner: admin } = await createScene(test);
    await admin.client.expect('PATCH', 'realm/user_settings_defaults', { presence_enabled: false });
    await verifyEvents(test, observersOf(other, { admin }), () =>
      admin.client.expect('POST', 'users', {
        email: 'away@example.com',
        full_name: 'Starts away',
        password: 'correct horse battery staple',
      }),
    );
  });

  it('becomes visible and hidden with the user, and outlives a deactivation', async () => {
    const {
      realm: other,
      owner: admin,
      guest,
      user,
    } = await createScene(test, {
      guest: { role: Role.Guest },
      user: {},
    });
    const groups = await admin.client.expect('GET', 'user_groups');
    const members = (groups['user_groups'] as { id: number; name: string }[]).find(
      ({ name }) => name === 'role:members',
    );
    await admin.client.expect('PATCH', 'realm', {
      can_access_all_users_group: { new: members!.id },
    });
    await user.client.expect('POST', 'users/me/status', { away: true, status_text: 'Out' });
    await createChannel(admin, [guest]);
    const { name } = await createChannel(admin, [user], { invite_only: true });
    const observers = observersOf(other, { admin, guest });
    const subscriptions = { subscriptions: [{ name }], principals: [guest.userId] };
    await verifyEvents(test, observers, () =>
      admin.client.expect('POST', 'users/me/subscriptions', subscriptions),
    );
    expect(await registered(guest, user)).toEqual({ away: true, status_text: 'Out' });
    await verifyEvents(test, observers, () =>
      admin.client.expect('DELETE', 'users/me/subscriptions', {
        subscriptions: [name],
        principals: [guest.userId],
      }),
    );
    expect(await registered(guest, user)).toBeUndefined();
    await verifyEvents(test, observers, () =>
      admin.client.expect('DELETE', `users/${user.userId}`),
    );
    await verifyEvents(test, observers, () =>
      admin.client.expect('POST', `users/${user.userId}/reactivate`),
    );
  });
});
