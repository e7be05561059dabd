// Reactions: permissions, emoji, and events.
import { describe, expect, test } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { Role } from '#platform/http/actor.js';
import { ownTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import { listen, type ReceivedEvent } from './event-listener.js';
import {
  createChannel,
  createCustomEmoji,
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  type TestUser,
} from './factories.js';
import { explain, expectCheap } from './query-plans.js';
import { runJobs } from './run-jobs.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const app = await ownTestApp();
const { realm, owner, reader, outsider } = await createScene(app, { reader: {}, outsider: {} });

const HEART = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' };

function react(user: TestUser, id: number, emoji: Parameters): Promise<Answer> {
  return user.client.post(`messages/${id}/reactions`, emoji);
}

function unreact(user: TestUser, id: number, emoji: Parameters): Promise<Answer> {
  return user.client.delete(`messages/${id}/reactions`, emoji);
}

async function outcome(answer: Promise<Answer>): Promise<unknown> {
  const { status, body } = await answer;
  return status === 200 ? 'done' : [status, body['code']];
}

async function messageOf(id: number, user = owner): Promise<Record<string, unknown>> {
  const { messages } = await user.client.expect('GET', 'messages', { message_ids: [id] });
  return (messages as Record<string, unknown>[])[0]!;
}

async function reactionsOf(id: number, user = owner): Promise<unknown> {
  return (await messageOf(id, user))['reactions'];
}

async function channel(subscribers: TestUser[], settings: Parameters = {}): Promise<number> {
  return (await createChannel(owner, subscribers, settings)).id;
}

function hello(): Promise<number> {
  return sendDirect(owner, [reader], 'hello');
}

describe('the emoji', () => {
  test.each([
    [{ emoji_name: 'heart' }, HEART],
    [{ emoji_name: 'heart', emoji_code: '2764' }, HEART],
    [{ emoji_name: 'heart', reaction_type: 'unicode_emoji' }, HEART],
    [HEART, HEART],
    [{ emoji_name: 'red_heart' }, { ...HEART, emoji_name: 'red_heart' }],
    [
      { emoji_name: 'zulip' },
      { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' },
    ],
  ])('named by %j is found', async (given, expected) => {
    const id = await hello();
    expect(await outcome(react(reader, id, given))).toBe('done');
    expect(await reactionsOf(id)).toEqual([{ ...expected, user_id: reader.userId }]);
  });

  test.each([
    { emoji_name: 'no_such_emoji' },
    { emoji_name: '' },
    { emoji_name: 'heart', emoji_code: '1f642' },
    { emoji_name: 'heart', emoji_code: '1f642', reaction_type: 'unicode_emoji' },
    { emoji_name: 'no_such_emoji', emoji_code: '2764', reaction_type: 'unicode_emoji' },
    { emoji_name: 'heart', reaction_type: 'realm_emoji' },
    { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'realm_emoji' },
    { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'zulip_extra_emoji' },
    { emoji_name: 'zulip', reaction_type: 'unicode_emoji' },
    { emoji_name: 'heart', reaction_type: 'emoji' },
    { emoji_name: 'a'.repeat(101) },
    { emoji_name: 'heart', emoji_code: '2'.repeat(101) },
  ])('cannot be %j', async (given) => {
    const id = await hello();
    expect(await outcome(react(reader, id, given))).toEqual([400, 'BAD_REQUEST']);
    expect(await reactionsOf(id)).toEqual([]);
  });

  test('is required', async () => {
    const id = await hello();
    const { body } = await react(reader, id, { emoji_code: '2764' });
    expect(body).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'emoji_name' });
    expect(await outcome(unreact(reader, id, {}))).toEqual([400, 'BAD_REQUEST']);
    expect(await outcome(unreact(reader, id, { reaction_type: 'unicode_emoji' }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
  });

  test('of the organization precedes others of its name', async () => {
    const { realm: other, member } = await createScene(app, { member: {} });
    const id = await sendDirect(other.owner, [member], 'hello');
    const code = String(await createCustomEmoji(app, other, 'heart'));
    const foreign = String(await createCustomEmoji(app, realm, 'parley'));
    const own = { emoji_name: 'heart', emoji_code: code, reaction_type: 'realm_emoji' };
    expect(await outcome(react(member, id, { emoji_name: 'heart' }))).toBe('done');
    expect(await outcome(react(member, id, HEART))).toBe('done');
    for (const emoji_code of [foreign, 'x', '']) {
      const given = { emoji_name: 'parley', emoji_code, reaction_type: 'realm_emoji' };
      expect(await outcome(react(member, id, given))).toEqual([400, 'BAD_REQUEST']);
    }
    expect(await reactionsOf(id, other.owner)).toEqual([
      { ...own, user_id: member.userId },
      { ...HEART, user_id: member.userId },
    ]);
    expect(await outcome(unreact(member, id, { emoji_name: 'heart' }))).toBe('done');
    expect(await reactionsOf(id, other.owner)).toEqual([{ ...HEART, user_id: member.userId }]);
  });

  test('can be added to existing reactions and removed after its deactivation, but not used first', async () => {
    const { realm: other, member } = await createScene(app, { member: {} });
    const [used, unused] = [
      await sendDirect(other.owner, [member], 'hello'),
      await sendDirect(other.owner, [member], 'hello'),
    ];
    const code = String(await createCustomEmoji(app, other, 'parley'));
    const parley = { emoji_name: 'parley', emoji_code: code, reaction_type: 'realm_emoji' };
    await react(member, used, { emoji_name: 'parley' });
    await other.owner.client.expect('DELETE', 'realm/emoji/parley');
    expect(await outcome(react(other.owner, used, parley))).toBe('done');
    expect(await outcome(react(other.owner, unused, parley))).toEqual([400, 'BAD_REQUEST']);
    expect(await outcome(react(other.owner, unused, { emoji_name: 'parley' }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    expect(await outcome(unreact(other.owner, used, parley))).toBe('done');
    expect(await outcome(unreact(member, used, { emoji_name: 'parley' }))).toBe('done');
    expect(await reactionsOf(used, other.owner)).toEqual([]);
  });

  test('has the name of the first reaction', async () => {
    const id = await hello();
    await react(owner, id, { emoji_name: 'red_heart' });
    expect(await outcome(react(reader, id, HEART))).toBe('done');
    expect(await reactionsOf(id)).toEqual([
      { ...HEART, emoji_name: 'red_heart', user_id: owner.userId },
      { ...HEART, emoji_name: 'red_heart', user_id: reader.userId },
    ]);
    expect(await outcome(unreact(reader, id, { emoji_name: 'heart' }))).toBe('done');
    expect(await outcome(unreact(owner, id, { emoji_code: '2764' }))).toBe('done');
    expect(await reactionsOf(id)).toEqual([]);
  });
});

describe('a reaction', () => {
  test('is added once', async () => {
    const id = await hello();
    expect(await outcome(react(reader, id, HEART))).toBe('done');
    expect(await outcome(react(reader, id, HEART))).toEqual([400, 'REACTION_ALREADY_EXISTS']);
    expect(await outcome(react(reader, id, { emoji_name: 'red_heart' }))).toEqual([
      400,
      'REACTION_ALREADY_EXISTS',
    ]);
    expect(await outcome(unreact(owner, id, HEART))).toEqual([400, 'REACTION_DOES_NOT_EXIST']);
    expect(await outcome(unreact(reader, id, HEART))).toBe('done');
    for (const gone of [
      HEART,
      { emoji_name: 'heart' },
      { emoji_code: '2764' },
      { emoji_name: 'no_such_emoji' },
      { emoji_code: '2764', reaction_type: 'realm_emoji' },
    ]) {
      expect(await outcome(unreact(reader, id, gone))).toEqual([400, 'REACTION_DOES_NOT_EXIST']);
    }
  });

  test('is added once by concurrent requests', async () => {
    const id = await hello();
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcome(react(reader, id, HEART))));
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
    expect(outcomes).toContainEqual([400, 'REACTION_ALREADY_EXISTS']);
    expect(await reactionsOf(id)).toHaveLength(1);
  });

  test('needs a message that the user can read', async () => {
    const secret = await channel([], { invite_only: true });
    const elsewhere = await createRealm(app);
    const hidden = [
      await sendToStream(owner, secret, 'topic', 'secret'),
      await hello(),
      await sendToStream(elsewhere.owner, 'general', 'topic', 'foreign'),
      99_999_999,
      0,
    ];
    for (const id of hidden) {
      for (const call of [react, unreact]) {
        const { status, body } = await call(outsider, id, HEART);
        expect([status, body['code'], body['msg']]).toEqual([
          400,
          'BAD_REQUEST',
          'Invalid message(s)',
        ]);
      }
    }
  });

  test('needs access to the channel, also for recipients of the message', async () => {
    const closed = await channel([reader], { invite_only: true });
    const id = await sendToStream(owner, closed, 'topic', 'hello');
    expect(await outcome(react(reader, id, HEART))).toBe('done');
    await reader.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [(await messageOf(id))['display_recipient']],
    });
    expect(await outcome(react(reader, id, { emoji_name: 'smile' }))).toEqual([400, 'BAD_REQUEST']);
    expect(await outcome(unreact(reader, id, HEART))).toEqual([400, 'BAD_REQUEST']);
    expect(await reactionsOf(id)).toHaveLength(1);
  });

  test('needs a user message where history is protected', async () => {
    const closed = await channel([], {
      invite_only: true,
      history_public_to_subscribers: false,
    });
    const before = await sendToStream(owner, closed, 'topic', 'before');
    const name = (await messageOf(before))['display_recipient'];
    await owner.client.expect('POST', 'users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [reader.userId],
    });
    const after = await sendToStream(owner, closed, 'topic', 'after');
    expect(await outcome(react(reader, before, HEART))).toEqual([400, 'BAD_REQUEST']);
    expect(await outcome(react(reader, after, HEART))).toBe('done');
  });

  test('to a message not received adds a historical user message', async () => {
    const id = await sendToStream(owner, await channel([]), 'topic', 'hello');
    expect((await messageOf(id, reader))['flags']).toEqual(['read', 'historical']);
    await react(reader, id, HEART);
    const rows = await app.dataSource.query<object[]>(
      'SELECT flags FROM user_messages WHERE user_id = $1 AND message_id = $2',
      [reader.userId, id],
    );
    expect(rows).toEqual([{ flags: 1 | 256 }]);
    expect((await messageOf(id, reader))['flags']).toEqual(['read', 'historical']);
  });

  test('is deleted with its message', async () => {
    const streamId = await channel([]);
    const id = await sendToStream(owner, streamId, 'gone', 'hello');
    await react(reader, id, HEART);
    const deletion = owner.client.expect('POST', `streams/${streamId}/delete_topic`, {
      topic_name: 'gone',
    });
    while (!(await isSettled(deletion))) await runJobs(app.app);
    expect(await outcome(react(reader, id, { emoji_name: 'smile' }))).toEqual([400, 'BAD_REQUEST']);
    const rows = await app.dataSource.query<object[]>(
      'SELECT 1 FROM reactions WHERE message_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  });
});

/** Waits for it a little. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), delay(20, false)]);
}

describe('events', () => {
  async function received(
    id: number,
    act: () => Promise<unknown>,
    watchers: Record<string, TestUser>,
  ): Promise<Record<string, ReceivedEvent[]>> {
    const listeners = await Promise.all(
      Object.entries(watchers).map(
        async ([name, user]) =>
          [name, await listen(app, realm, user, { event_types: ['reaction'] })] as const,
      ),
    );
    await act();
    const seen = await Promise.all(
      listeners.map(async ([name, listener]) => [name, await listener.take()] as const),
    );
    for (const [, events] of seen) {
      for (const event of events) expect(event['message_id']).toBe(id);
    }
    return Object.fromEntries(seen);
  }

  test('are published to both people of a conversation, with the name of the first', async () => {
    const id = await hello();
    const seen = await received(
      id,
      async () => {
        await react(reader, id, { emoji_name: 'red_heart' });
        await unreact(reader, id, { emoji_name: 'heart' });
      },
      { owner, reader, outsider },
    );
    const change = (op: string): object => ({
      id: expect.any(Number),
      type: 'reaction',
      op,
      message_id: id,
      user_id: reader.userId,
      ...HEART,
      emoji_name: 'red_heart',
    });
    expect(seen).toEqual({
      owner: [change('add'), change('remove')],
      reader: [change('add'), change('remove')],
      outsider: [],
    });
  });

  test('are published to users with access to the message in its channel', async () => {
    const left = await createUser(app, realm);
    const guest = await createUser(app, realm, { role: Role.Guest });
    const late = await createUser(app, realm);
    const watchers = { owner, reader, left, guest, late, outsider };
    const expected = {
      public: { left: 1, guest: 0, late: 1, reader: 1, outsider: 1 },
      shared: { left: 0, guest: 0, late: 1, reader: 1, outsider: 0 },
      protected: { left: 0, guest: 0, late: 0, reader: 1, outsider: 0 },
    };
    for (const [kind, settings] of [
      ['public', {}],
      ['shared', { invite_only: true, history_public_to_subscribers: true }],
      ['protected', { invite_only: true, history_public_to_subscribers: false }],
    ] as const) {
      const streamId = await channel([reader, left, guest], settings);
      const id = await sendToStream(owner, streamId, 'topic', 'hello');
      const name = (await messageOf(id))['display_recipient'];
      for (const user of [left, guest]) {
        await user.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
      }
      await owner.client.expect('POST', 'users/me/subscriptions', {
        subscriptions: [{ name }],
        principals: [late.userId],
        send_new_subscription_messages: false,
      });
      const who = kind === 'public' ? outsider : owner;
      const seen = await received(id, () => react(who, id, HEART), watchers);
      const counts = Object.fromEntries(
        Object.entries(seen).map(([watcher, events]) => [watcher, events.length]),
      );
      expect([kind, counts]).toEqual([kind, { owner: 1, ...expected[kind] }]);
    }
  });

  test('match the registered state, also of users who did not receive the message', async () => {
    const id = await sendToStream(owner, await channel([reader]), 'topic', 'hello');
    const observers = observersOf(realm, { owner, reader, outsider });
    await verifyEvents(app, observers, async () => {
      await react(outsider, id, HEART);
      await react(reader, id, HEART);
      await unreact(reader, id, HEART);
    });
  });
});

test('reactions are read by index, with the messages', async () => {
  const streamId = await channel([reader]);
  const id = await sendToStream(owner, streamId, 'topic', 'hello');
  await app.dataSource.query(
    `INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
     SELECT $1::bigint + n / 5, $2, 'heart', n::text, 'unicode_emoji'
     FROM generate_series(1, 20000) AS n`,
    [id + 1_000_000, reader.userId],
  );
  await app.dataSource.query('ANALYZE reactions');
  await react(reader, id, HEART);
  const plans = await explain(app, () => messageOf(id, reader));
  expectCheap(plans, 20, ['reactions']);
});
