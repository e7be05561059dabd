// Operations on a message while it is moved to a channel that the actor cannot read, or while its channel
// becomes private. The channel of the message at the commit decides.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { SendMessageService } from '#modules/messages/send/send-message.service.js';
import { StreamsService } from '#modules/streams/streams/streams.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import type { Answer } from './client.js';
import { TestQueue } from './event-queue.js';
import { sendToStream, subscribe, type TestRealm, type TestUser, unique } from './factories.js';
import { statementWaits } from './lock-waits.js';
import { show } from './message-editing-scene.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { sharedTestApp } from './app.js';

const test = await sharedTestApp();

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;
let openId: number;
let secretId: number;
let moving: pg.Client;

beforeEach(async () => {
  ({ realm, owner, member } = await createScene(test, { member: {} }));
  openId = await subscribe(owner, unique('open'));
  secretId = await subscribe(owner, unique('secret'), { invite_only: true });
  moving = new pg.Client(test.database.connection);
  await moving.connect();
});

afterEach(() => moving.end());

/** Moves the message to a channel while the operation waits for its lock, then commits. */
async function duringMove<Result>(
  id: number,
  streamId: number,
  act: () => Promise<Result>,
): Promise<Result> {
  await moving.query('BEGIN');
  await moving.query(
    `UPDATE messages SET recipient_id = (SELECT id FROM recipients WHERE stream_id = $2)
     WHERE id = $1`,
    [id, streamId],
  );
  await moving.query(
    `DELETE FROM user_messages WHERE message_id = $1 AND user_id NOT IN (
       SELECT user_id FROM subscriptions WHERE stream_id = $2 AND is_active)`,
    [id, streamId],
  );
  const acting = act();
  await statementWaits(test);
  await moving.query('COMMIT');
  return acting;
}

async function rowsOf(
  table: 'reactions' | 'submessages' | 'user_messages',
  id: number,
): Promise<number> {
  const { rows } = await moving.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM ${table}
     WHERE message_id = $1 AND ${table === 'submessages' ? 'sender_id' : 'user_id'} = $2`,
    [id, member.userId],
  );
  return rows[0]!.count;
}

const refused = { status: 400, body: { code: 'BAD_REQUEST' } };

it('adds no reaction to a message that became unreadable', async () => {
  const id = await sendToStream(owner, openId, 'topic', 'hello');
  const react = (): Promise<Answer> =>
    member.client.post(`messages/${id}/reactions`, { emoji_name: 'heart' });
  expect(await duringMove(id, secretId, react)).toMatchObject(refused);
  expect([await rowsOf('reactions', id), await rowsOf('user_messages', id)]).toEqual([0, 0]);
});

it('removes no reaction from a message that became unreadable', async () => {
  const id = await sendToStream(owner, openId, 'topic', 'hello');
  await member.client.expect('POST', `messages/${id}/reactions`, { emoji_name: 'heart' });
  const unreact = (): Promise<Answer> =>
    member.client.delete(`messages/${id}/reactions`, { emoji_name: 'heart' });
  expect(await duringMove(id, secretId, unreact)).toMatchObject(refused);
  expect(await rowsOf('reactions', id)).toBe(1);
});

it('adds no vote to a poll that became unreadable', async () => {
  const id = await sendToStream(owner, openId, 'topic', '/poll Tea?\nyes\nno');
  const vote = (): Promise<Answer> =>
    member.client.post('submessage', {
      message_id: id,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
    });
  expect(await duringMove(id, secretId, vote)).toMatchObject(refused);
  expect(await rowsOf('submessages', id)).toBe(0);
});

it.each([
  ['add', 'starred'],
  ['remove', 'read'],
])('adds no user message for a message that became unreadable: %s %s', async (op, flag) => {
  await subscribe(member, await nameOf(openId));
  const received = await sendToStream(owner, openId, 'topic', 'received');
  const { rowCount } = await moving.query(
    'DELETE FROM user_messages WHERE message_id = $1 AND user_id = $2',
    [received, member.userId],
  );
  expect(rowCount).toBe(1);
  const star = (): Promise<Answer> =>
    member.client.post('messages/flags', { messages: [received], op, flag });
  expect(await duringMove(received, secretId, star)).toMatchObject({ status: 200 });
  expect(await rowsOf('user_messages', received)).toBe(0);
});

it('a deletion of messages follows moves, and updates the topic to which they moved', async () => {
  const name = await nameOf(openId);
  await subscribe(member, name);
  const elsewhereId = await subscribe(owner, unique('elsewhere'));
  const ids = [
    await sendToStream(member, openId, 'topic', 'one'),
    await sendToStream(member, openId, 'topic', 'two'),
  ];
  await owner.client.expect('POST', `streams/${openId}/topic_icon`, {
    topic_name: 'topic',
    emoji_name: 'rocket',
    emoji_code: '1f680',
    reaction_type: 'unicode_emoji',
  });
  await owner.client.expect('DELETE', `users/${member.userId}`, {
    actions: { delete_public_channel_messages: true },
  });
  await duringMove(ids[1]!, elsewhereId, () => runJobs(test.app));
  for (const id of ids) expect(await show(owner, id)).toBeUndefined();
  const { rows } = await moving.query('SELECT 1 FROM topic_icons WHERE stream_id = $1', [openId]);
  expect(rows).toEqual([]);
});

it('a message to a channel that became private is for its subscribers only', async () => {
  const name = await nameOf(openId);
  const stream = (await test.app.get(StreamsService).findById(realm.realmId, openId))!;
  const queue = await TestQueue.register(member.client, {
    event_types: ['message'],
    all_public_streams: true,
  });
  await sendToStream(owner, name, 'topic', 'open');
  await owner.client.expect('PATCH', `streams/${openId}`, { is_private: true });
  const [sender] = await test.app.get(UsersService).findByIds(realm.realmId, [owner.userId]);
  const [person] = await test.app.get(UsersService).findByIds(realm.realmId, [member.userId]);
  const secret = { to: { stream, topic: 'topic' }, content: 'secret' };
  const service = test.app.get(SendMessageService);
  await service.sendAs(sender!, [secret]);
  await service.sendAs(sender!, [secret, { to: person!, content: 'direct' }]);
  await sendToStream(owner, await subscribe(owner, unique('open')), 'topic', 'end');
  const contents = (await queue.all()).map(
    (event) => (event['message'] as { content: string }).content,
  );
  expect(contents.filter((text) => text.includes('secret'))).toEqual([]);
  expect(contents.at(-1)).toContain('end');
});

async function nameOf(streamId: number): Promise<string> {
  return (await test.app.get(StreamsService).findById(realm.realmId, streamId))!.name;
}
