// Typing notifications: permissions and audience.
import { describe, expect, test } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import { type EventListener, listen, type ReceivedEvent } from './event-listener.js';
import {
  changeRealmSettings,
  createChannel,
  createPeople,
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  type TestUser,
} from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const KNOWING = { stream_typing_notifications: true, empty_topic_name: true };
const app = await sharedTestApp();
const { realm, owner, reader, quiet, outsider } = await createScene(app, {
  reader: {},
  quiet: {},
  outsider: {},
});
await changeSettings(quiet, {
  receives_typing_notifications: false,
  send_private_typing_notifications: false,
  send_stream_typing_notifications: false,
});
const listeners = await listenersOf({ owner, reader, quiet, outsider });

async function listenersOf(
  users: Record<string, TestUser>,
): Promise<Record<string, EventListener>> {
  const entries = Object.entries(users).map(
    async ([name, user]) =>
      [
        name,
        await listen(app, realm, user, {
          event_types: ['typing', 'typing_edit_message'],
          client_capabilities: KNOWING,
        }),
      ] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function changeSettings(user: TestUser, settings: object): Promise<void> {
  await app.dataSource.query(`UPDATE users SET settings = settings || $2 WHERE id = $1`, [
    user.userId,
    settings,
  ]);
}

async function received(): Promise<Record<string, ReceivedEvent[]>> {
  const entries = Object.entries(listeners).map(
    async ([name, listener]) => [name, await listener.take()] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function channel(subscribers: TestUser[], settings: Parameters = {}): Promise<number> {
  return (await createChannel(owner, subscribers, settings)).id;
}

const type = (user: TestUser, parameters: Parameters): Promise<Answer> =>
  user.client.post('typing', parameters);

const edit = (user: TestUser, id: number, op = 'start'): Promise<Answer> =>
  user.client.post(`messages/${id}/typing`, { op });

async function expectRefusal(answer: Promise<Answer>, expected: object = {}): Promise<void> {
  const { status, body } = await answer;
  expect({ status, ...body }).toMatchObject({ status: 400, code: 'BAD_REQUEST', ...expected });
  expect(await received()).toEqual({ owner: [], reader: [], quiet: [], outsider: [] });
}

const person = ({ userId, email }: TestUser): object => ({ user_id: userId, email });

describe('in a conversation', () => {
  test.each(['start', 'stop'])('is published to users who enabled it: %s', async (op) => {
    const to = [reader.userId, quiet.userId];
    expect((await type(owner, { op, to })).body).toEqual({ result: 'success', msg: '' });
    const event = {
      id: expect.any(Number),
      type: 'typing',
      op,
      message_type: 'direct',
      sender: person(owner),
      recipients: [owner, reader, quiet].map(person),
    };
    expect(await received()).toEqual({ owner: [event], reader: [event], quiet: [], outsider: [] });
  });

  test('works in a conversation with oneself', async () => {
    await owner.client.expect('POST', 'typing', {
      op: 'start',
      to: [owner.userId],
      type: 'direct',
    });
    expect(await received()).toMatchObject({
      owner: [{ recipients: [person(owner)] }],
      reader: [],
    });
  });

  test('needs recipients that the user may write to', async () => {
    const foreign = (await createRealm(app)).owner;
    const gone = await createUser(app, realm);
    await app.dataSource.query('UPDATE users SET is_active = false WHERE id = $1', [gone.userId]);
    for (const to of [[], [99_999_999], [foreign.userId], [gone.userId]]) {
      await expectRefusal(type(owner, { op: 'start', to }));
    }
    await expectRefusal(type(owner, { op: 'start' }));
    await expectRefusal(type(owner, { op: 'start', to: reader.email }));
    await expectRefusal(type(owner, { op: 'pause', to: [reader.userId] }));
    await expectRefusal(type(owner, { op: 'start', to: [reader.userId], type: 'group' }));
    await expectRefusal(type(owner, { to: [reader.userId] }), {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'op',
    });
  });

  test('needs the permission for direct messages', async () => {
    const [row] = await app.dataSource.query<{ id: number }[]>(
      `SELECT id FROM user_groups WHERE realm_id = $1 AND name = 'role:nobody'`,
      [realm.realmId],
    );
    await changeRealmSettings(app, realm, { direct_message_permission_group: row!.id });
    await expectRefusal(type(owner, { op: 'start', to: [reader.userId] }));
    await app.dataSource.query(
      `UPDATE realms SET settings = settings - 'direct_message_permission_group' WHERE id = $1`,
      [realm.realmId],
    );
    app.clock.advance(6);
  });

  test('is not published for users who disabled it', async () => {
    await expectRefusal(type(quiet, { op: 'start', to: [reader.userId] }));
  });
});

describe.each(['stream', 'channel'])('in a channel, as type %s', (kind) => {
  test('is published to subscribers who enabled it', async () => {
    const id = await channel([reader, quiet]);
    const event = {
      id: expect.any(Number),
      type: 'typing',
      op: 'start',
      message_type: 'stream',
      sender: person(outsider),
      stream_id: id,
      topic: 'Topic',
    };
    await outsider.client.expect('POST', 'typing', {
      type: kind,
      op: 'start',
      stream_id: id,
      topic: ' Topic ',
    });
    expect(await received()).toEqual({ owner: [event], reader: [event], quiet: [], outsider: [] });
  });

  test('needs the permission to post', async () => {
    const secret = await channel([], { invite_only: true });
    const open = await channel([]);
    const announcements = await channel([]);
    const [row] = await app.dataSource.query<{ id: number }[]>(
      `SELECT id FROM user_groups WHERE realm_id = $1 AND name = 'role:administrators'`,
      [realm.realmId],
    );
    await owner.client.expect('PATCH', `streams/${announcements}`, {
      can_send_message_group: { new: row!.id },
    });
    const start = { type: kind, op: 'start', stream_id: open, topic: 'topic' };
    const invalid = { msg: 'Invalid channel ID' };
    await expectRefusal(type(reader, { ...start, stream_id: secret }), invalid);
    await expectRefusal(type(reader, { ...start, stream_id: 99_999_999 }), invalid);
    await expectRefusal(type((await createRealm(app)).owner, start), invalid);
    await expectRefusal(type(reader, { ...start, stream_id: announcements }));
    await expectRefusal(type(await createUser(app, realm, { role: Role.Guest }), start), invalid);
    await expectRefusal(type(reader, { ...start, stream_id: undefined }));
    await expectRefusal(type(reader, { ...start, topic: undefined }));
    await expectRefusal(type(quiet, start));
  });
});

test('is not published in a channel with more than a hundred subscribers', async () => {
  const id = await channel([reader]);
  const crowd = await createPeople(app, realm, 99);
  const add = (people: number[]): Promise<unknown> =>
    app.dataSource.query(
      `INSERT INTO subscriptions (user_id, stream_id, color) SELECT unnest($1::integer[]), $2, ''`,
      [people, id],
    );
  await add(crowd.slice(1));
  const start = { type: 'channel', op: 'start', stream_id: id, topic: 'topic' };
  const message = await sendToStream(owner, id, 'topic', 'hello');
  await owner.client.expect('POST', 'typing', start);
  await owner.client.expect('POST', `messages/${message}/typing`, { op: 'start' });
  expect((await received())['reader']).toHaveLength(2);
  await add(crowd.slice(0, 1));
  await owner.client.expect('POST', 'typing', start);
  await owner.client.expect('POST', `messages/${message}/typing`, { op: 'start' });
  expect((await received())['reader']).toEqual([]);
});

test('has the form that each client supports', async () => {
  const id = await channel([reader]);
  const message = await sendToStream(owner, id, '', 'hello');
  const [plain, half] = [
    await listen(app, realm, reader, { event_types: ['typing', 'typing_edit_message'] }),
    await listen(app, realm, reader, {
      event_types: ['typing'],
      client_capabilities: { stream_typing_notifications: true },
    }),
  ];
  await owner.client.expect('POST', 'typing', {
    type: 'channel',
    op: 'start',
    stream_id: id,
    topic: '',
  });
  await owner.client.expect('POST', `messages/${message}/typing`, { op: 'start' });
  expect(await plain.take()).toMatchObject([{ recipient: { topic: 'general chat' } }]);
  expect(await half.take()).toMatchObject([{ topic: 'general chat' }]);
  expect((await received())['reader']).toMatchObject([{ topic: '' }, { recipient: { topic: '' } }]);
});

describe('editing a message', () => {
  test('is published to all users of the conversation', async () => {
    const id = await sendDirect(owner, [reader, quiet], 'hello');
    await owner.client.expect('POST', `messages/${id}/typing`, { op: 'stop' });
    const event = {
      id: expect.any(Number),
      type: 'typing_edit_message',
      op: 'stop',
      sender_id: owner.userId,
      message_id: id,
      recipient: { type: 'direct', user_ids: [owner.userId, reader.userId, quiet.userId] },
    };
    expect(await received()).toEqual({ owner: [event], reader: [event], quiet: [], outsider: [] });
  });

  test('is published to subscribers with access to the message', async () => {
    const id = await channel([reader, quiet]);
    const closed = await channel([reader], {
      invite_only: true,
      history_public_to_subscribers: false,
    });
    const [shown, hidden] = [
      await sendToStream(owner, id, 'topic', 'hello'),
      await sendToStream(owner, closed, 'topic', 'hello'),
    ];
    await app.dataSource.query(
      `INSERT INTO subscriptions (user_id, stream_id, color) VALUES ($1, $2, ''), ($1, $3, '')`,
      [outsider.userId, id, closed],
    );
    const event = (messageId: number, channelId: number): object => ({
      id: expect.any(Number),
      type: 'typing_edit_message',
      op: 'start',
      sender_id: owner.userId,
      message_id: messageId,
      recipient: { type: 'channel', channel_id: channelId, topic: 'topic' },
    });
    for (const message of [shown, hidden]) {
      await owner.client.expect('POST', `messages/${message}/typing`, { op: 'start' });
    }
    const both = [event(shown, id), event(hidden, closed)];
    expect(await received()).toEqual({ owner: both, reader: both, quiet: [], outsider: [both[0]] });
  });

  test('is for its author, unless disabled', async () => {
    const id = await sendDirect(owner, [reader], 'hello');
    const own = await sendDirect(quiet, [reader], 'hello');
    const invalid = { msg: 'Invalid message(s)' };
    await expectRefusal(edit(reader, id));
    await expectRefusal(edit(outsider, id), invalid);
    await expectRefusal(edit(owner, 99_999_999), invalid);
    await expectRefusal(edit(owner, id, 'pause'));
    await expectRefusal(edit(quiet, own));
    await expectRefusal(owner.client.post(`messages/${id}/typing`), {
      code: 'REQUEST_VARIABLE_MISSING',
    });
  });
});

test('the registered state does not change', async () => {
  const id = await sendDirect(owner, [reader], 'hello');
  await verifyEvents(app, observersOf(realm, { owner, reader }), async () => {
    await type(owner, { op: 'start', to: [reader.userId] });
    await edit(owner, id);
  });
});
