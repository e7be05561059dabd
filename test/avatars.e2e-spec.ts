import { beforeAll, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { createRealm, type TestUser } from './factories.js';
import { createScene } from './scene.js';

const test = await sharedTestApp();

let owner: TestUser;
let member: TestUser;
let guest: TestUser;

beforeAll(async () => {
  ({ owner, member, guest } = await createScene(test, { member: {}, guest: { role: Role.Guest } }));
});

async function locationOf(user: TestUser, path: string): Promise<unknown> {
  const { status, headers } = await user.client.raw('GET', `/avatar/${path}`);
  return status === 302 ? headers['location'] : status;
}

it('a picture is found by id and by email, in both sizes', async () => {
  const { user } = await owner.client.expect('GET', `users/${member.userId}`, {
    client_gravatar: false,
  });
  const { avatar_url: url, email } = user as { avatar_url: string; email: string };
  expect(await locationOf(owner, `${member.userId}`)).toBe(url);
  expect(await locationOf(owner, email)).toBe(url);
  expect(await locationOf(owner, `${member.userId}?version=7`)).toBe(`${url}&version=7`);
  expect(await locationOf(owner, `${member.userId}/medium`)).toContain('&s=500');
});

it('users who do not exist or are elsewhere have a picture too', async () => {
  const other = await createRealm(test);
  for (const name of ['99999999', `${other.owner.userId}`, 'nobody@example.com']) {
    expect(await locationOf(guest, name)).toContain('https://');
  }
});

it('requires an account', async () => {
  const anonymous = owner.client.as(undefined);
  expect((await anonymous.raw('GET', `/avatar/${member.userId}`)).status).toBe(401);
});
