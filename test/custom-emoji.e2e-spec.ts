// Custom emoji: listing and deactivation.
import { beforeEach, expect, test } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import {
  createCustomEmoji,
  createRealm,
  createUser,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { createScene } from './scene.js';
import { observersOf, observersOfCapabilities, verifyEvents } from './verify-events.js';

const app = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;

beforeEach(async () => {
  ({ realm, owner, member } = await createScene(app, { member: {} }));
});

function view(id: number, name: string, rest: object = {}): object {
  return {
    id: String(id),
    name,
    source_url: `/user_avatars/${realm.realmId}/emoji/images/${name}.png`,
    still_url: null,
    deactivated: false,
    author_id: null,
    ...rest,
  };
}

async function list(user = member): Promise<unknown> {
  return (await user.client.expect('GET', 'realm/emoji'))['emoji'];
}

test('are listed by id, for users of the organization only', async () => {
  expect(await list()).toEqual({});
  const id = await createCustomEmoji(app, realm, 'parley', owner.userId);
  const guest = await createUser(app, realm, { role: Role.Guest });
  const expected = { [id]: view(id, 'parley', { author_id: owner.userId }) };
  for (const user of [owner, member, guest]) expect(await list(user)).toEqual(expected);
  expect(await list((await createRealm(app)).owner)).toEqual({});
});

test('are deactivated by administrators and their authors', async () => {
  const moderator = await createUser(app, realm, { role: Role.Moderator });
  const administrator = await createUser(app, realm, { role: Role.Administrator });
  for (const [name, author, user, status] of [
    ['first', owner, member, 400],
    ['second', owner, moderator, 400],
    ['third', member, member, 200],
    ['fourth', member, owner, 200],
    ['fifth', member, administrator, 200],
  ] as const) {
    const id = await createCustomEmoji(app, realm, name, author.userId);
    const answer = await user.client.delete(`realm/emoji/${name}`);
    expect([name, answer.status]).toEqual([name, status]);
    expect(await list()).toMatchObject({ [id]: { deactivated: status === 200 } });
  }
});

test('that do not exist cannot be deactivated', async () => {
  await createCustomEmoji(app, await createRealm(app), 'elsewhere');
  await createCustomEmoji(app, realm, 'twice');
  await owner.client.expect('DELETE', 'realm/emoji/twice');
  for (const name of ['twice', 'elsewhere', 'heart', 'zulip', 'a b', 'Twice']) {
    const { status, body } = await owner.client.delete(`realm/emoji/${encodeURIComponent(name)}`);
    expect({ status, ...body }).toMatchObject({ status: 404, code: 'BAD_REQUEST' });
  }
});

test('their deactivation is published to all users, in the form of each client', async () => {
  const [kept, gone] = [
    await createCustomEmoji(app, realm, 'kept'),
    await createCustomEmoji(app, realm, 'gone'),
  ];
  const seen = await verifyEvents(
    app,
    [...observersOf(realm, { owner, member }), ...observersOfCapabilities(realm, member)],
    () => owner.client.expect('DELETE', 'realm/emoji/gone'),
  );
  expect(seen.get('member')).toMatchObject([
    { type: 'realm_emoji', op: 'update_one', emoji_id: String(gone), data: { deactivated: true } },
  ]);
  expect(seen.get('a client without individual_emoji_changes')).toMatchObject([
    {
      type: 'realm_emoji',
      op: 'update',
      realm_emoji: {
        [kept]: view(kept, 'kept'),
        [gone]: view(gone, 'gone', { deactivated: true }),
      },
    },
  ]);
});

test('are shown in messages while they are active', async () => {
  await createCustomEmoji(app, realm, 'parley');
  await createCustomEmoji(app, realm, 'heart');
  const rendered = async (content: string): Promise<unknown> =>
    (await member.client.expect('POST', 'messages/render', { content }))['rendered'];
  const picture = (name: string): string =>
    `<p><img alt=":${name}:" class="emoji" src="/user_avatars/${realm.realmId}/emoji/images/${name}.png" title="${name}"></p>`;
  expect(await rendered(':parley:')).toBe(picture('parley'));
  expect(await rendered(':heart:')).toBe(picture('heart'));
  await owner.client.expect('DELETE', 'realm/emoji/parley');
  await owner.client.expect('DELETE', 'realm/emoji/heart');
  expect(await rendered(':parley:')).toBe('<p>:parley:</p>');
  expect(await rendered(':heart:')).toContain('emoji-2764');
});
