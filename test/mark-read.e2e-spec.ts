// Marking many messages at once: over a narrow, and everything, a channel or a topic as read.
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { RealmsService } from '#modules/realms/realms/realms.service.js';
import { Database } from '#platform/database/database.js';
import { TestClock } from './test-clock.js';
import type { Answer, Parameters } from './client.js';
import { type EventListener, listen } from './event-listener.js';
import {
  createChannel,
  createRealm,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { explain, expectCheap } from './query-plans.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';
import { ownTestApp } from './app.js';

const app = await ownTestApp();

let realm: TestRealm;
let owner: TestUser;
let reader: TestUser;
let listener: EventListener;

beforeEach(async () => {
  ({ realm, owner, reader } = await createScene(app, { reader: {} }));
  await app.app.get(RealmsService).initialize(realm.realmId, {
    send_channel_events_messages: false,
  });
  app.clock.advance(10);
  await reader.client.expect('POST', 'mark_all_as_read');
  listener = await listen(app, realm, reader, { event_types: ['update_message_flags'] });
});

async function channel(subscribers: TestUser[], settings: Parameters = {}): Promise<number> {
  return (await createChannel(owner, subscribers, settings)).id;
}

async function nameOf(streamId: number): Promise<string> {
  const [row] = await app.dataSource.query<{ name: string }[]>(
    'SELECT name FROM streams WHERE id = $1',
    [streamId],
  );
  return row!.name;
}

/** Copies a message until the reader has `count` of it; returns all ids, ascending. */
async function multiply(id: number, count: number): Promise<number[]> {
  const rows = await app.dataSource.query<{ id: string }[]>(
    `WITH sent AS (
       INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name)
       SELECT realm_id, sender_id, recipient_id, topic, content, rendered_content, date_sent,
         client_name
       FROM messages, generate_series(2, $3::integer) WHERE id = $1 RETURNING id)
     INSERT INTO user_messages (user_id, message_id) SELECT $2, id FROM sent
     RETURNING message_id AS id`,
    [id, reader.userId, count],
  );
  return [id, ...rows.map((row) => Number(row.id))].toSorted((a, b) => a - b);
}

async function unreadIds(user = reader): Promise<number[]> {
  const rows = await app.dataSource.query<{ id: string }[]>(
    `SELECT message_id AS id FROM user_messages WHERE user_id = $1 AND flags & 1 = 0 ORDER BY 1`,
    [user.userId],
  );
  return rows.map(({ id }) => Number(id));
}

function overNarrow(parameters: Parameters = {}, user = reader): Promise<Answer> {
  return user.client.post('messages/flags/narrow', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [],
    op: 'add',
    flag: 'read',
    ...parameters,
  });
}

async function done(parameters: Parameters): Promise<Record<string, unknown>> {
  const { status, body } = await overNarrow(parameters);
  const { result, msg, ...rest } = body;
  expect([status, result, msg]).toEqual([200, 'success', '']);
  return rest;
}

const inChannel = (id: number, ...more: object[]): Parameters => ({
  narrow: [{ operator: 'channel', operand: id }, ...more],
});

describe('a flag over a narrow', () => {
  test('changes messages around the anchor, and returns the range', async () => {
    const id = await channel([reader]);
    const ids = await multiply(await sendToStream(owner, id, 'topic', 'hello'), 7);
    await sendToStream(owner, await channel([reader]), 'topic', 'elsewhere');
    const anchored = { ...inChannel(id), anchor: String(ids[3]!) };
    expect(await done({ ...anchored, num_before: 1, num_after: 1 })).toEqual({
      processed_count: 3,
      updated_count: 3,
      first_processed_id: ids[2],
      last_processed_id: ids[4],
      found_oldest: false,
      found_newest: false,
    });
    expect(await listener.take()).toMatchObject([
      { op: 'add', flag: 'read', messages: ids.slice(2, 5), all: false },
    ]);
    expect(await done({ ...anchored, num_before: 0, num_after: 10 })).toMatchObject({
      processed_count: 4,
      updated_count: 2,
      first_processed_id: ids[3],
      last_processed_id: ids[6],
      found_oldest: false,
      found_newest: true,
    });
    expect(await listener.take()).toMatchObject([{ messages: ids.slice(5) }]);
    expect(
      await done({ ...anchored, num_before: 0, num_after: 2, include_anchor: false }),
    ).toMatchObject({ processed_count: 2, updated_count: 0, first_processed_id: ids[4] });
    expect(await listener.take()).toEqual([]);
    expect((await unreadIds()).slice(0, -1)).toEqual(ids.slice(0, 2));
  });

  test.each([
    ['oldest', { num_before: 0, num_after: 2 }, [0, 1], { found_oldest: true }],
    ['newest', { num_before: 2, num_after: 5 }, [3, 4], { found_newest: true }],
    ['first_unread', { num_before: 0, num_after: 1 }, [1, 2], { found_oldest: false }],
    ['0', { num_before: 5, num_after: 1 }, [0], { found_oldest: true, found_newest: false }],
  ])('accepts the anchor %s', async (anchor, counts, indices, flags) => {
    const id = await channel([reader]);
    const ids = await multiply(await sendToStream(owner, id, 'topic', 'hello'), 5);
    await reader.client.expect('POST', 'messages/flags', {
      messages: [ids[0]!],
      op: 'add',
      flag: 'read',
    });
    expect(await done({ ...inChannel(id), anchor, ...counts, flag: 'collapsed' })).toMatchObject({
      processed_count: indices.length,
      updated_count: indices.length,
      first_processed_id: ids[indices[0]!],
      last_processed_id: ids[indices.at(-1)!],
      ...flags,
    });
  });

  test('without matches returns an empty range', async () => {
    const id = await channel([reader]);
    expect(await done({ ...inChannel(id), op: 'remove' })).toEqual({
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
      found_oldest: true,
      found_newest: true,
      ignored_because_not_subscribed_channels: [],
    });
    expect(await listener.take()).toEqual([]);
  });

  test('processes fewer messages than requested when those are too many for one transaction', async () => {
    const id = await channel([reader]);
    const ids = await multiply(await sendToStream(owner, id, 'topic', 'hello'), 7000);
    const middle = { ...inChannel(id), anchor: String(ids[3500]!) };
    expect(await done({ ...middle, num_before: 10_000, num_after: 10_000 })).toMatchObject({
      processed_count: 5001,
      updated_count: 5001,
      first_processed_id: ids[1000],
      last_processed_id: ids[6000],
      found_oldest: false,
      found_newest: false,
    });
    expect(await done({ ...middle, num_before: 10_000, num_after: 100 })).toMatchObject({
      processed_count: 3601,
      updated_count: 1000,
      found_oldest: true,
      found_newest: false,
    });
    expect(await done({ ...inChannel(id), num_before: 6000 })).toMatchObject({
      processed_count: 5000,
      updated_count: 999,
      first_processed_id: ids[2000],
      found_oldest: false,
      found_newest: true,
    });
  });

  test('adds user messages for messages not received, except for the flag read', async () => {
    const id = await channel([]);
    const message = await sendToStream(owner, id, 'topic', 'hello');
    expect(await done(inChannel(id))).toMatchObject({ processed_count: 1, updated_count: 0 });
    expect(await done({ ...inChannel(id), op: 'remove' })).toMatchObject({
      updated_count: 0,
      ignored_because_not_subscribed_channels: [id],
    });
    expect(await listener.take()).toEqual([]);
    expect(
      await done({ ...inChannel(id, { operator: 'topic', operand: 'topic' }), flag: 'starred' }),
    ).toMatchObject({ processed_count: 1, updated_count: 1 });
    expect(await listener.take()).toMatchObject([{ flag: 'starred', messages: [message] }]);
  });

  test('marks as unread only in subscribed channels', async () => {
    const [kept, left] = [await channel([reader]), await channel([reader])];
    const ids = [
      await sendToStream(owner, kept, 'topic', 'hello'),
      await sendToStream(owner, left, 'topic', 'hello'),
      await sendDirect(owner, [reader], 'hello'),
    ];
    await reader.client.expect('POST', 'mark_all_as_read');
    await reader.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [await nameOf(left)],
    });
    await listener.take();
    expect(await done({ op: 'remove', num_before: 3 })).toEqual({
      processed_count: 3,
      updated_count: 2,
      first_processed_id: ids[0],
      last_processed_id: ids[2],
      found_oldest: false,
      found_newest: true,
      ignored_because_not_subscribed_channels: [left],
    });
    expect(await listener.take()).toMatchObject([
      {
        op: 'remove',
        messages: [ids[0], ids[2]],
        message_details: {
          [ids[0]!]: { type: 'stream', stream_id: kept },
          [ids[2]!]: { type: 'private', user_ids: [owner.userId] },
        },
      },
    ]);
  });

  test.each([
    [{ flag: 'mentioned' }, 'BAD_REQUEST'],
    [{ flag: 'historical' }, 'BAD_REQUEST'],
    [{ flag: 'important' }, 'BAD_REQUEST'],
    [{ op: 'toggle' }, 'BAD_REQUEST'],
    [{ anchor: 'middle' }, 'BAD_REQUEST'],
    [{ anchor: 'date' }, 'BAD_REQUEST'],
    [{ num_before: -1 }, 'BAD_REQUEST'],
    [{ num_before: 1, num_after: 1, include_anchor: false }, 'BAD_REQUEST'],
    [{ narrow: 'all' }, 'BAD_REQUEST'],
    [{ narrow: [{ operator: 'mood', operand: 'good' }] }, 'BAD_NARROW'],
    [{ narrow: [{ operator: 'channel', operand: 99_999_999 }] }, 'BAD_NARROW'],
    ...['anchor', 'num_before', 'num_after', 'narrow', 'op', 'flag'].map(
      (name) => [{ [name]: undefined }, 'REQUEST_VARIABLE_MISSING'] as const,
    ),
  ] as const)('is refused with %p: %s', async (parameters: Parameters, code) => {
    await sendDirect(owner, [reader], 'hello');
    const { status, body } = await overNarrow(parameters);
    expect([status, body['code']]).toEqual([400, code]);
    expect(await listener.take()).toEqual([]);
  });

  test('skips messages of channels that the user can no longer read', async () => {
    const id = await channel([reader], { invite_only: true });
    await sendToStream(owner, id, 'topic', 'hello');
    await reader.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [await nameOf(id)],
    });
    await listener.take();
    const visible = await sendDirect(owner, [reader], 'hello');
    expect(await done({ flag: 'starred', num_before: 1 })).toMatchObject({
      first_processed_id: visible,
    });
    expect((await overNarrow({ ...inChannel(id) })).body['code']).toBe('BAD_NARROW');
  });

  test('matches the registered state of every client', async () => {
    const id = await channel([reader]);
    await multiply(await sendToStream(owner, id, 'topic', 'hello'), 3);
    const observers = observersOf(realm, { owner, reader });
    await verifyEvents(app, observers, () => done(inChannel(id)));
    await verifyEvents(app, observers, () => done({ ...inChannel(id), op: 'remove' }));
    await verifyEvents(app, observers, () => done({ ...inChannel(id), flag: 'starred' }));
  });
});

describe('marking everything as read', () => {
  test('is published as one event without a list of ids', async () => {
    const id = await channel([reader]);
    await multiply(await sendToStream(owner, id, 'topic', 'hello'), 20);
    await sendDirect(owner, [reader], 'hello');
    const before = await unreadIds(owner);
    expect((await reader.client.post('mark_all_as_read')).body).toEqual({
      result: 'success',
      msg: '',
      complete: true,
    });
    expect(await listener.take()).toEqual([
      {
        id: expect.any(Number),
        type: 'update_message_flags',
        op: 'add',
        operation: 'add',
        flag: 'read',
        messages: [],
        all: true,
      },
    ]);
    expect(await unreadIds()).toEqual([]);
    expect(await unreadIds(owner)).toEqual(before);
    await reader.client.expect('POST', 'mark_all_as_read');
    expect(await listener.take()).toEqual([]);
  });

  test('runs in batches of 10,000, each with its own event', async () => {
    const ids = await multiply(await sendDirect(owner, [reader], 'hello'), 20_005);
    expect(await reader.client.expect('POST', 'mark_all_as_read')).toMatchObject({
      complete: true,
    });
    expect(await listener.take()).toMatchObject([
      { messages: ids.slice(10_005), all: false },
      { messages: ids.slice(5, 10_005), all: false },
      { messages: [], all: true },
    ]);
  });

  test('stops at the time limit', async () => {
    const id = await sendDirect(owner, [reader], 'hello');
    const elapsed = jest.spyOn(app.clock, 'elapsed').mockImplementation(() => {
      app.clock.advance(41);
      return TestClock.prototype.elapsed.call(app.clock);
    });
    try {
      expect(await reader.client.expect('POST', 'mark_all_as_read')).toMatchObject({
        complete: false,
      });
    } finally {
      elapsed.mockRestore();
    }
    expect(await listener.take()).toEqual([]);
    expect(await unreadIds()).toEqual([id]);
  });

  test('of 10,000 is one statement, and one for messages sent meanwhile', async () => {
    await multiply(await sendDirect(owner, [reader], 'hello'), 9999);
    const query = jest.spyOn(app.app.get(Database), 'query');
    await reader.client.expect('POST', 'mark_all_as_read');
    const updates = query.mock.calls.filter(([text]) => text.startsWith('UPDATE user_messages'));
    query.mockRestore();
    expect(updates).toHaveLength(2);
    expect(await unreadIds()).toEqual([]);
  });

  test('during sends matches the registered state of every client', async () => {
    const id = await channel([reader]);
    await verifyEvents(app, observersOf(realm, { reader }), async () => {
      const sending = Promise.all(
        Array.from({ length: 40 }, (_, n) => sendToStream(owner, id, 'topic', `message ${n}`)),
      );
      for (let n = 0; n < 10; n++) await reader.client.expect('POST', 'mark_all_as_read');
      await sending;
    });
  });
});

describe('marking a channel or topic as read', () => {
  test('a channel, or one of its topics in any case', async () => {
    const [id, other] = [await channel([reader]), await channel([reader])];
    const ids = {
      first: await sendToStream(owner, id, 'First', 'hello'),
      again: await sendToStream(owner, id, 'fIRST', 'hello'),
      empty: await sendToStream(owner, id, '', 'hello'),
      second: await sendToStream(owner, id, 'second', 'hello'),
      other: await sendToStream(owner, other, 'First', 'hello'),
      direct: await sendDirect(owner, [reader], 'hello'),
    };
    const topic = (topic_name: string): Promise<Answer> =>
      reader.client.post('mark_topic_as_read', { stream_id: id, topic_name });
    expect((await topic('first')).body).toEqual({ result: 'success', msg: '' });
    expect(await listener.take()).toMatchObject([
      { op: 'add', flag: 'read', messages: [ids.first, ids.again], all: false },
    ]);
    expect((await topic('no such topic')).status).toBe(200);
    expect((await topic('')).status).toBe(200);
    expect(await listener.take()).toMatchObject([{ messages: [ids.empty] }]);
    const { body } = await reader.client.post('mark_stream_as_read', { stream_id: id });
    expect(body).toEqual({ result: 'success', msg: '' });
    expect(await listener.take()).toMatchObject([{ messages: [ids.second] }]);
    expect(await unreadIds()).toEqual([ids.other, ids.direct]);
  });

  test('in several batches when it is large', async () => {
    const id = await channel([reader]);
    const ids = await multiply(await sendToStream(owner, id, 'topic', 'hello'), 20_005);
    await reader.client.expect('POST', 'mark_stream_as_read', { stream_id: id });
    const events = await listener.take();
    expect(events.map(({ messages }) => (messages as number[]).length)).toEqual([
      10_000, 10_000, 5,
    ]);
    expect(
      events.flatMap(({ messages }) => messages as number[]).toSorted((a, b) => a - b),
    ).toEqual(ids);
  });

  test('needs a channel that the user can read', async () => {
    const secret = await channel([], { invite_only: true });
    const foreign = await subscribe((await createRealm(app)).owner, unique('foreign'));
    for (const streamId of [secret, foreign, 99_999_999]) {
      for (const [path, more] of [
        ['mark_stream_as_read', {}],
        ['mark_topic_as_read', { topic_name: 'topic' }],
      ] as const) {
        const { status, body } = await reader.client.post(path, { stream_id: streamId, ...more });
        expect([status, body['code'], body['msg']]).toEqual([
          400,
          'BAD_REQUEST',
          'Invalid channel ID',
        ]);
      }
    }
  });

  test('matches the registered state of every client', async () => {
    const id = await channel([reader]);
    await sendToStream(owner, id, 'topic', 'hello');
    await sendToStream(owner, id, 'other', 'hello');
    const observers = observersOf(realm, { owner, reader });
    await verifyEvents(app, observers, () =>
      reader.client.expect('POST', 'mark_topic_as_read', { stream_id: id, topic_name: 'topic' }),
    );
    await verifyEvents(app, observers, () =>
      reader.client.expect('POST', 'mark_stream_as_read', { stream_id: id }),
    );
  });
});

test('finding unread messages reads only unread messages', async () => {
  const id = await channel([reader]);
  const ids = await multiply(await sendToStream(owner, id, 'topic', 'hello'), 5000);
  await reader.client.expect('POST', 'mark_all_as_read');
  await app.dataSource.query('ANALYZE messages, user_messages');
  for (const [path, parameters] of [
    ['mark_all_as_read', {}],
    ['mark_stream_as_read', { stream_id: id }],
    ['mark_topic_as_read', { stream_id: id, topic_name: 'topic' }],
  ] as const) {
    const plans = await explain(app, async () => {
      await reader.client.expect('POST', path, parameters);
      await app.dataSource.query(
        'UPDATE user_messages SET flags = 0 WHERE user_id = $1 AND message_id = $2',
        [reader.userId, ids.at(-1)],
      );
    });
    expectCheap(plans, 20, ['user_messages']);
  }
});
