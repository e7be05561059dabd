// Links for new passwords that administrators create, for servers that send no mail.
import { describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { Browser } from './browser.js';
import { createUser } from './factories.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();
const PASSWORD = 'a password that is new';

describe('POST /users/{user_id}/reset_password_link', () => {
  const path = (userId: number): string => `users/${userId}/reset_password_link`;

  it('returns a link that works once and replaces an earlier one', async () => {
    const { realm, administrator, member } = await createScene(test, {
      administrator: { role: Role.Administrator },
      member: {},
    });
    const links: string[] = [];
    for (let count = 0; count < 2; count++) {
      const { url, expires_at: expiresAt } = await administrator.client.expect(
        'POST',
        path(member.userId),
      );
      expect(new URL(url as string).host).toBe(realm.host);
      expect(expiresAt).toBeGreaterThan(test.clock.now().getTime() / 1000 + 23 * 3600);
      links.push(new URL(url as string).pathname);
    }
    const browser = new Browser(test.port, realm.host);
    const answers: number[] = [];
    for (const link of [links[0]!, links[1]!, links[1]!]) {
      answers.push((await browser.submit(link, { password: PASSWORD })).status);
    }
    expect(answers).toEqual([404, 200, 404]);
    expect((await member.client.get('users/me')).status).toBe(401);
    const login = { username: member.email, password: PASSWORD };
    await realm.anonymous.expect('POST', 'fetch_api_key', login);
  });

  it('is for administrators, and for owners only where the account is that of an owner', async () => {
    const { realm, owner, administrator, moderator, member } = await createScene(test, {
      administrator: { role: Role.Administrator },
      moderator: { role: Role.Moderator },
      member: {},
    });
    const secondOwner = await createUser(test, realm, { role: Role.Owner });
    for (const [actor, subject, status] of [
      [moderator, member, 400],
      [member, member, 400],
      [administrator, owner, 400],
      [administrator, moderator, 200],
      [owner, secondOwner, 200],
    ] as const) {
      expect((await actor.client.post(path(subject.userId))).status).toBe(status);
    }
    const { realm: other } = await createScene(test);
    expect((await other.owner.client.post(path(member.userId))).status).toBe(400);
  });

  it('is refused for bots and deactivated accounts', async () => {
    const { realm, owner, member } = await createScene(test, { member: {} });
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: owner.userId } });
    expect((await owner.client.post(path(bot.userId))).status).toBe(400);
    await owner.client.expect('DELETE', `users/${member.userId}`);
    expect((await owner.client.post(path(member.userId))).body['msg']).toContain('deactivated');
  });
});
