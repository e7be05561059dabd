// POST /messages/flags: changes of flags, their audience and their events.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { RealmsService } from '#modules/realms/realms/realms.service.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import { listen, type ReceivedEvent } from './event-listener.js';
import {
  createChannel,
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  type TestUser,
} from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const app = await sharedTestApp();
const { realm, owner, reader } = await createScene(app, { reader: {} });
await app.app.get(RealmsService).initialize(realm.realmId, {
  send_channel_events_messages: false,
});
app.clock.advance(10);
const listener = await listen(app, realm, reader, { event_types: ['update_message_flags'] });

type Operation = 'add' | 'remove';

function update(user: TestUser, parameters: Parameters): Promise<Answer> {
  return user.client.post('messages/flags', parameters);
}

async function updated(
  op: Operation,
  flag: string,
  messages: number[],
  user = reader,
): Promise<Answer['body']> {
  const { status, body } = await update(user, { messages, op, flag });
  expect([status, body['msg']]).toEqual([200, '']);
  return body;
}

async function flagsOf(id: number, user = reader): Promise<string[]> {
  const { messages } = await user.client.expect('GET', 'messages', { message_ids: [id] });
  return (messages as { flags: string[] }[])[0]!.flags;
}

async function expectRefusal(answer: Promise<Answer>, expected: object): Promise<void> {
  const { status, body } = await answer;
  expect({ status, ...body }).toMatchObject({ status: 400, result: 'error', ...expected });
}

async function channel(subscribers: TestUser[], settings: Parameters = {}): Promise<number> {
  return (await createChannel(owner, subscribers, settings)).id;
}

/** The events of flags that the reader received since the last call. */
function nextEvents(): Promise<ReceivedEvent[]> {
  return listener.take();
}

const ignoredChannels = (body: Answer['body']): unknown =>
  body['ignored_because_not_subscribed_channels'];

describe('parameters', () => {
  test.each(['messages', 'op', 'flag'])('%s is required', async (name) => {
    const answer = update(reader, { messages: [], op: 'add', flag: 'read', [name]: undefined });
    await expectRefusal(answer, { code: 'REQUEST_VARIABLE_MISSING', var_name: name });
  });

  test.each([
    ['ids that are no list', { messages: 1 }],
    ['ids that are no numbers', { messages: ['1'] }],
    ['an unknown operation', { op: 'toggle' }],
    ['an unknown flag', { flag: 'important' }],
    ['an empty flag', { flag: '' }],
    ['a name that every object has', { flag: 'constructor' }],
    ['the flag of mentions', { flag: 'mentioned' }],
    ['the flag of wildcard mentions', { flag: 'wildcard_mentioned' }],
    ['the flag of channel mentions', { flag: 'stream_wildcard_mentioned' }],
    ['the flag of topic mentions', { flag: 'topic_wildcard_mentioned' }],
    ['the flag of group mentions', { flag: 'group_mentioned' }],
    ['the flag of alert words', { flag: 'has_alert_word' }],
    ['the flag of history', { flag: 'historical' }],
  ])('refuses %s', async (_, parameters: Parameters) => {
    const id = await sendDirect(owner, [reader], 'hello');
    for (const op of ['add', 'remove']) {
      const given = { messages: [id], op, flag: 'read', ...parameters };
      await expectRefusal(update(reader, given), { code: 'BAD_REQUEST' });
    }
    expect(await flagsOf(id)).toEqual([]);
    expect(await nextEvents()).toEqual([]);
  });

  test('accepts an empty list of messages', async () => {
    expect(await updated('add', 'starred', [])).toEqual({
      result: 'success',
      msg: '',
      messages: [],
    });
    expect(await nextEvents()).toEqual([]);
  });
});

describe.each(['read', 'starred', 'collapsed'])('the flag %s', (flag) => {
  test('is set and cleared, and each change is one event with the changed ids', async () => {
    const id = await channel([reader]);
    const ids = [
      await sendToStream(owner, id, 'topic', 'one'),
      await sendToStream(owner, id, 'topic', 'two'),
      await sendDirect(owner, [reader], 'three'),
    ];
    const change = (op: Operation, messages: number[]): object => ({
      id: expect.any(Number),
      type: 'update_message_flags',
      op,
      operation: op,
      flag,
      messages,
      all: false,
      ...(op === 'remove' && flag === 'read' ? { message_details: expect.any(Object) } : {}),
    });
    const given = [ids[1]!, ids[0]!, ids[1]!];
    expect((await updated('add', flag, given))['messages']).toEqual(given);
    expect(await nextEvents()).toEqual([change('add', [ids[0]!, ids[1]!])]);
    await updated('add', flag, ids);
    expect(await nextEvents()).toEqual([change('add', [ids[2]!])]);
    await updated('add', flag, ids);
    expect(await nextEvents()).toEqual([]);
    for (const messageId of ids) expect(await flagsOf(messageId)).toEqual([flag]);

    await updated('remove', flag, [ids[2]!]);
    expect(await nextEvents()).toEqual([change('remove', [ids[2]!])]);
    await updated('remove', flag, ids.toReversed());
    expect(await nextEvents()).toEqual([change('remove', [ids[0]!, ids[1]!])]);
    await updated('remove', flag, ids);
    expect(await nextEvents()).toEqual([]);
    for (const messageId of ids) expect(await flagsOf(messageId)).toEqual([]);
  });

  test('changes and is published for the reader only', async () => {
    const others = [
      await listen(app, realm, owner, { event_types: ['update_message_flags'] }),
      await listen(app, realm, await createUser(app, realm, { role: Role.Administrator }), {
        event_types: ['update_message_flags'],
        all_public_streams: true,
      }),
    ];
    const id = await sendDirect(owner, [reader], 'hello');
    await updated('add', flag, [id]);
    expect(await flagsOf(id, owner)).toEqual([]);
    expect((await nextEvents()).length).toBe(1);
    for (const other of others) expect(await other.take()).toEqual([]);
  });

  test('cannot be set for a list with an unreadable message', async () => {
    const elsewhere = await createRealm(app);
    const own = await sendDirect(reader, [reader], 'own');
    const secret = await channel([], { invite_only: true });
    const hidden = [
      await sendToStream(owner, secret, 'topic', 'secret'),
      await sendToStream(elsewhere.owner, 'general', 'topic', 'foreign'),
      await sendDirect(owner, [owner], 'private'),
      99_999_999,
      -1,
      0,
    ];
    await updated('remove', flag, [own]);
    await nextEvents();
    for (const id of hidden) {
      for (const op of ['add', 'remove']) {
        await expectRefusal(update(reader, { messages: [own, id], op, flag }), {
          code: 'BAD_REQUEST',
          msg: 'Invalid message(s)',
        });
      }
    }
    expect(await flagsOf(own)).toEqual([]);
    expect(await nextEvents()).toEqual([]);
  });
});

describe('a message that was never sent to the reader', () => {
  let streamId: number;
  let id: number;

  beforeAll(async () => {
    streamId = await channel([]);
  });
  const sendNew = async (): Promise<void> => {
    id = await sendToStream(owner, streamId, 'topic', 'before');
  };

  test.each(['starred', 'collapsed'])('becomes historical by %s', async (flag) => {
    await sendNew();
    await updated('add', flag, [id]);
    const flags = ['read', flag, 'historical'];
    expect(await flagsOf(id)).toEqual(flags);
    expect(await nextEvents()).toMatchObject([{ op: 'add', flag, messages: [id] }]);
    await updated('remove', flag, [id]);
    expect(await flagsOf(id)).toEqual(['read', 'historical']);
    expect(await nextEvents()).toMatchObject([{ op: 'remove', flag, messages: [id] }]);
  });

  test('is read already', async () => {
    await sendNew();
    await updated('add', 'read', [id]);
    expect(await nextEvents()).toEqual([]);
    const rows = await app.dataSource.query<object[]>(
      'SELECT 1 FROM user_messages WHERE user_id = $1 AND message_id = $2',
      [reader.userId, id],
    );
    expect(rows).toEqual([]);
  });

  test('is not changed by clearing a flag', async () => {
    await sendNew();
    await updated('remove', 'starred', [id]);
    expect(await nextEvents()).toEqual([]);
  });

  test('cannot be unread while the reader is not subscribed', async () => {
    await sendNew();
    expect(ignoredChannels(await updated('remove', 'read', [id]))).toEqual([streamId]);
    expect(await flagsOf(id)).toEqual(['read', 'historical']);
    expect(await nextEvents()).toEqual([]);
  });

  test('can be unread once the reader is subscribed', async () => {
    const later = await createUser(app, realm);
    await sendNew();
    await owner.client.expect('POST', 'users/me/subscriptions', {
      subscriptions: [{ name: await nameOf(streamId) }],
      principals: [later.userId],
      send_new_subscription_messages: false,
    });
    expect(ignoredChannels(await updated('remove', 'read', [id], later))).toEqual([]);
    expect(await flagsOf(id, later)).toEqual(['historical']);
  });
});

async function nameOf(streamId: number): Promise<string> {
  const [row] = await app.dataSource.query<{ name: string }[]>(
    'SELECT name FROM streams WHERE id = $1',
    [streamId],
  );
  return row!.name;
}

describe('marking as unread', () => {
  test('skips unsubscribed channels, and returns them', async () => {
    const [left, other, kept] = [
      await channel([reader]),
      await channel([reader]),
      await channel([reader]),
    ];
    const ids: number[] = [];
    for (const streamId of [other, left, left, kept]) {
      ids.push(await sendToStream(owner, streamId, 'topic', 'hello'));
    }
    const direct = await sendDirect(owner, [reader], 'hello');
    await updated('add', 'read', [...ids, direct]);
    await reader.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [await nameOf(left), await nameOf(other)],
    });
    await nextEvents();
    const body = await updated('remove', 'read', [...ids, direct]);
    expect(ignoredChannels(body)).toEqual([left, other].toSorted((a, b) => a - b));
    expect(body['messages']).toEqual([...ids, direct]);
    expect(await nextEvents()).toMatchObject([{ op: 'remove', messages: [ids[3], direct] }]);
    expect(await flagsOf(ids[0]!)).toEqual(['read']);
    expect(await flagsOf(ids[3]!)).toEqual([]);
  });

  test('only its response has channels', async () => {
    const id = await sendDirect(owner, [reader], 'hello');
    for (const [op, flag] of [
      ['add', 'read'],
      ['add', 'starred'],
      ['remove', 'starred'],
    ] as const) {
      expect(await updated(op, flag, [id])).toEqual({
        result: 'success',
        msg: '',
        messages: [id],
      });
    }
    expect(ignoredChannels(await updated('remove', 'read', [id]))).toEqual([]);
    await nextEvents();
  });

  test('publishes the conversations of the messages', async () => {
    const third = await createUser(app, realm);
    const [plain, muted] = [await channel([reader]), await channel([reader])];
    await app.dataSource.query(
      'UPDATE subscriptions SET is_muted = true WHERE user_id = $1 AND stream_id = $2',
      [reader.userId, muted],
    );
    const ids = {
      plain: await sendToStream(owner, plain, 'Topic', 'hello'),
      muted: await sendToStream(owner, muted, '', 'hello'),
      mentioned: await sendToStream(owner, plain, 'Topic', 'hello'),
      pair: await sendDirect(owner, [reader], 'hello'),
      group: await sendDirect(third, [reader, owner], 'hello'),
      self: await sendDirect(reader, [reader], 'hello'),
    };
    await app.dataSource.query(
      'UPDATE user_messages SET flags = flags | $3 WHERE user_id = $1 AND message_id = $2',
      [reader.userId, ids.mentioned, 16],
    );
    const messages = Object.values(ids);
    await updated('add', 'read', messages);
    await nextEvents();
    const knowing = await listen(app, realm, reader, {
      client_capabilities: { empty_topic_name: true },
    });
    await updated('remove', 'read', messages);
    const stream = {
      type: 'stream',
      stream_id: plain,
      topic: 'Topic',
      unmuted_stream_msg: true,
    };
    const details = {
      [ids.plain]: stream,
      [ids.muted]: {
        type: 'stream',
        stream_id: muted,
        topic: 'general chat',
        unmuted_stream_msg: false,
      },
      [ids.mentioned]: { ...stream, mentioned: true },
      [ids.pair]: { type: 'private', user_ids: [owner.userId] },
      [ids.group]: { type: 'private', user_ids: [owner.userId, third.userId] },
      [ids.self]: { type: 'private', user_ids: [] },
    };
    expect(await nextEvents()).toEqual([
      {
        id: expect.any(Number),
        type: 'update_message_flags',
        op: 'remove',
        operation: 'remove',
        flag: 'read',
        messages,
        all: false,
        message_details: details,
      },
    ]);
    const [event] = await knowing.take();
    expect(event!['message_details']).toMatchObject({ [ids.muted]: { topic: '' } });
  });

  test('counts in the registered state', async () => {
    const id = await sendDirect(owner, [reader], 'hello');
    const unread = async (): Promise<unknown> => {
      const { unread_msgs: state } = await reader.client.expect('POST', 'register', {
        fetch_event_types: ['message', 'update_message_flags'],
      });
      const { pms } = state as { pms: { unread_message_ids: number[] }[] };
      return pms.some(({ unread_message_ids: ids }) => ids.includes(id));
    };
    expect(await unread()).toBe(true);
    await updated('add', 'read', [id]);
    expect(await unread()).toBe(false);
    await updated('remove', 'read', [id]);
    expect(await unread()).toBe(true);
    await nextEvents();
  });
});

describe('a channel that the reader may no longer read', () => {
  let id: number;
  let starred: number;
  let plain: number;

  const starredIds = async (user = reader): Promise<unknown> =>
    (await user.client.expect('POST', 'register', { fetch_event_types: ['starred_messages'] }))[
      'starred_messages'
    ];

  async function leave(streamId: number): Promise<void> {
    await reader.client.expect('DELETE', 'users/me/subscriptions', {
      subscriptions: [await nameOf(streamId)],
    });
  }

  beforeAll(async () => {
    id = await channel([reader], { invite_only: true });
    starred = await sendToStream(owner, id, 'topic', 'hello');
    plain = await sendToStream(owner, id, 'topic', 'hello');
    await updated('add', 'starred', [starred]);
    expect(await starredIds()).toContain(starred);
    await nextEvents();
    await leave(id);
  });

  test('loses its stars, with an event', async () => {
    expect(await nextEvents()).toMatchObject([
      { op: 'add', flag: 'read', messages: [starred, plain] },
      { op: 'remove', flag: 'starred', messages: [starred] },
    ]);
    expect(await starredIds()).not.toContain(starred);
  });

  test('refuses all flags except read for its messages', async () => {
    const invalid = { code: 'BAD_REQUEST', msg: 'Invalid message(s)' };
    for (const [op, flag] of [
      ['add', 'starred'],
      ['add', 'collapsed'],
      ['remove', 'starred'],
      ['remove', 'read'],
    ]) {
      await expectRefusal(update(reader, { messages: [plain], op, flag }), invalid);
    }
    await updated('add', 'read', [plain]);
    expect(await nextEvents()).toEqual([]);
  });

  test('also hides stars that were set in another channel', async () => {
    const outsider = await createUser(app, realm);
    const open = await channel([]);
    const seen = await sendToStream(owner, open, 'topic', 'hello');
    await updated('add', 'starred', [seen], outsider);
    expect(await starredIds(outsider)).toEqual([seen]);
    await owner.client.expect('PATCH', `streams/${open}`, { is_private: true });
    expect(await starredIds(outsider)).toEqual([]);
  });

  test('matches the registered state of clients', async () => {
    const left = await channel([reader], { invite_only: true });
    const message = await sendToStream(owner, left, 'topic', 'hello');
    await updated('add', 'starred', [message]);
    const observers = observersOf(realm, { reader, owner });
    await verifyEvents(app, observers, () => leave(left));
    await nextEvents();
    await verifyEvents(app, observers, async () => {
      await owner.client.expect('POST', 'users/me/subscriptions', {
        subscriptions: [{ name: await nameOf(left) }],
        principals: [reader.userId],
      });
    });
    expect(await nextEvents()).toMatchObject([{ op: 'add', flag: 'starred', messages: [message] }]);
    expect(await starredIds()).toContain(message);
  });
});

test('flags many messages at once', async () => {
  const id = await channel([reader]);
  const first = await sendToStream(owner, id, 'topic', 'first');
  await app.dataSource.query(
    `WITH sent AS (
       INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name)
       SELECT realm_id, sender_id, recipient_id, topic, content, rendered_content, date_sent,
         client_name
       FROM messages, generate_series(1, 9999) WHERE id = $1 RETURNING id)
     INSERT INTO user_messages (user_id, message_id) SELECT $2, id FROM sent`,
    [first, reader.userId],
  );
  const rows = await app.dataSource.query<{ id: string }[]>(
    `SELECT message_id AS id FROM user_messages WHERE user_id = $1 AND message_id >= $2 ORDER BY 1`,
    [reader.userId, first],
  );
  const messages = rows.map((row) => Number(row.id));
  await updated('add', 'read', messages);
  expect(await nextEvents()).toMatchObject([{ op: 'add', messages }]);
});

test('the same change twice at once is one event', async () => {
  const id = await sendDirect(owner, [reader], 'hello');
  await Promise.all([
    updated('add', 'starred', [id]),
    updated('add', 'starred', [id]),
    updated('add', 'read', [id]),
  ]);
  expect((await flagsOf(id)).toSorted()).toEqual(['read', 'starred']);
  expect(await nextEvents()).toHaveLength(2);
});
