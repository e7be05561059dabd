import { describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { createCustomEmoji, createRealm, createUser, type TestUser } from './factories.js';
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
      { away: false, status_text: 'Back' },
    ];
    for (const change of changes) {
      await verifyEvents(test, observers, () =>
        user.client.expect('POST', 'users/me/status', change),
      );
    }
  });
});
