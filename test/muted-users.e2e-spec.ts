// Muting users: who can be muted, and their messages, which count as read.
import { expect, test } from '@jest/globals';
import { sharedTestApp } from './app.js';
import {
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestUser,
  unique,
} from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const app = await sharedTestApp();
const { realm, owner, member } = await createScene(app, { member: {} });

async function outcome(user: TestUser, method: 'POST' | 'DELETE', id: number): Promise<unknown> {
  const { status, body } = await user.client.call(method, `users/me/muted_users/${id}`, {});
  return status === 200 ? 'done' : [status, body['code']];
}

async function flags(user: TestUser, id: number): Promise<string[]> {
  const { messages } = await user.client.expect('GET', 'messages', { message_ids: [id] });
  return (messages as { flags: string[] }[])[0]!.flags;
}

test('a user can be muted once, and unmuted once', async () => {
  expect(await outcome(owner, 'DELETE', member.userId)).toEqual([400, 'BAD_REQUEST']);
  expect(await outcome(owner, 'POST', member.userId)).toBe('done');
  expect(await outcome(owner, 'POST', member.userId)).toEqual([400, 'BAD_REQUEST']);
  expect(await outcome(owner, 'DELETE', member.userId)).toBe('done');
  expect(await outcome(owner, 'DELETE', member.userId)).toEqual([400, 'BAD_REQUEST']);
});

test('not oneself, and no unknown or foreign users', async () => {
  const elsewhere = await createRealm(app);
  for (const id of [owner.userId, 99_999_999, elsewhere.owner.userId]) {
    expect(await outcome(owner, 'POST', id)).toEqual([400, 'BAD_REQUEST']);
    expect(await outcome(owner, 'DELETE', id)).toEqual([400, 'BAD_REQUEST']);
  }
});

test('a bot and a deactivated user can be muted', async () => {
  const bot = await createUser(app, realm, { bot: { type: 1, ownerId: owner.userId } });
  const former = await createUser(app, realm);
  await app.dataSource.query('UPDATE users SET is_active = false WHERE id = $1', [former.userId]);
  for (const { userId } of [bot, former]) expect(await outcome(owner, 'POST', userId)).toBe('done');
});

test('past and future messages of the user become read', async () => {
  const [reader, writer] = [await createUser(app, realm), await createUser(app, realm)];
  const channel = await subscribe(reader, unique('channel'));
  const before = [
    await sendToStream(writer, channel, 'topic', 'before'),
    await sendDirect(writer, [reader], 'before'),
  ];
  const ofOther = await sendDirect(member, [reader], 'from someone else');
  const observers = observersOf(realm, { reader, writer });
  let after: number[] = [];
  const seen = await verifyEvents(app, observers, async () => {
    expect(await outcome(reader, 'POST', writer.userId)).toBe('done');
    after = [
      await sendToStream(writer, channel, 'topic', 'after'),
      await sendDirect(writer, [reader], 'after'),
      await sendDirect(writer, [reader], `after, with @**|${reader.userId}**`),
    ];
  });
  for (const id of [...before, ...after.slice(0, 2)]) {
    expect(await flags(reader, id)).toEqual(['read']);
  }
  expect(await flags(reader, after[2]!)).toEqual(['read', 'mentioned']);
  expect(await flags(reader, ofOther)).toEqual([]);
  expect(await flags(writer, after[1]!)).toEqual([]);
  const kinds = seen.get('reader')!.map(({ type }) => type);
  expect(kinds).toEqual(['muted_users', 'update_message_flags', 'message', 'message', 'message']);
  expect(seen.get('writer')!.every(({ type }) => type === 'message')).toBe(true);

  await outcome(reader, 'DELETE', writer.userId);
  expect(await flags(reader, await sendDirect(writer, [reader], 'again'))).toEqual([]);
});

test('the list and its events have the time of muting', async () => {
  const user = await createUser(app, realm);
  const seen = await verifyEvents(app, observersOf(realm, { user }), async () => {
    await outcome(user, 'POST', owner.userId);
    app.clock.advance(60);
    await outcome(user, 'POST', member.userId);
    await outcome(user, 'DELETE', owner.userId);
  });
  const lists = seen.get('user')!.map(({ muted_users: list }) => list as { id: number }[]);
  expect(lists.map((list) => list.map(({ id }) => id))).toEqual([
    [owner.userId],
    [owner.userId, member.userId],
    [member.userId],
  ]);
  expect(lists[2]).toEqual([{ id: member.userId, timestamp: expect.any(Number) }]);
});
