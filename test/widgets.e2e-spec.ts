// Polls and to-do lists: creation, changes and events.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { listen } from './event-listener.js';
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

interface Submessage {
  id: number;
  message_id: number;
  sender_id: number;
  msg_type: string;
  content: string;
}

const VOTE = { type: 'vote', key: 'canned,0', vote: 1 };

const app = await sharedTestApp();
const { realm, owner, member } = await createScene(app, { member: {} });

async function submessages(user: TestUser, id: number): Promise<Submessage[]> {
  const { messages } = await user.client.expect('GET', 'messages', { message_ids: [id] });
  return (messages as { submessages: Submessage[] }[])[0]!.submessages;
}

async function add(user: TestUser, id: number, change: unknown, more = {}): Promise<unknown> {
  const { status, body } = await user.client.post('submessage', {
    message_id: id,
    msg_type: 'widget',
    content: JSON.stringify(change),
    ...more,
  });
  return status === 200 ? 'added' : body['code'];
}

describe('a message', () => {
  test.each([
    ['/poll Tea?\nyes\nno', 'poll', { question: 'Tea?', options: ['yes', 'no'] }],
    ['/todo Party', 'todo', { task_list_title: 'Party', tasks: [] }],
  ])('%j has a widget', async (content, type, data) => {
    const listener = await listen(app, realm, owner);
    const id = await sendToStream(owner, 'general', 'widgets', content);
    const [widget, ...more] = await submessages(owner, id);
    expect(more).toEqual([]);
    expect(widget).toMatchObject({ message_id: id, sender_id: owner.userId, msg_type: 'widget' });
    expect(JSON.parse(widget!.content)).toEqual({ widget_type: type, extra_data: data });
    const event = (await listener.take()).find((seen) => seen.type === 'message')!;
    expect((event['message'] as { submessages: unknown }).submessages).toEqual([widget]);
    const direct = await sendDirect(owner, [member], content);
    expect(await submessages(member, direct)).toHaveLength(1);
  });

  test('of another kind has none', async () => {
    const id = await sendToStream(owner, 'general', 'widgets', 'no /poll');
    expect(await submessages(owner, id)).toEqual([]);
  });

  test('of a bot can have buttons', async () => {
    const bot = await createUser(app, realm, { bot: { type: 1, ownerId: owner.userId } });
    const choice = { type: 'multiple_choice', short_name: 'A', long_name: 'Answer', reply: 'a' };
    const extra = { type: 'choices', heading: 'Which?', choices: [choice] };
    const widget = { widget_type: 'zform', extra_data: extra };
    const message = { type: 'channel', to: 'general', topic: 'widgets', content: 'Which?' };
    const { id } = await bot.client.expect('POST', 'messages', {
      ...message,
      widget_content: widget,
    });
    const [first] = await submessages(owner, id as number);
    expect(JSON.parse(first!.content)).toEqual(widget);
    const long = { ...widget, extra_data: { ...extra, heading: 'x'.repeat(10_000) } };
    for (const wrong of ['no JSON', '{}', { ...widget, widget_type: 'poll' }, long]) {
      const { status, body } = await bot.client.post('messages', {
        ...message,
        widget_content: wrong,
      });
      expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    }
  });
});

describe('adding to a widget', () => {
  let poll: number;
  beforeAll(async () => {
    await subscribe(member, 'general');
    poll = await sendToStream(owner, 'general', 'widgets', '/poll Tea?\nyes');
  });

  test('all readers of the message can vote; only its author changes the question', async () => {
    expect(await add(member, poll, VOTE)).toBe('added');
    expect(await add(owner, poll, { type: 'question', question: 'Coffee?' })).toBe('added');
    expect(await add(member, poll, { type: 'question', question: 'Coffee?' })).toBe('BAD_REQUEST');
    const [, ...added] = await submessages(owner, poll);
    expect(added.map(({ sender_id: id }) => id)).toEqual([member.userId, owner.userId]);
    expect(JSON.parse(added[0]!.content)).toEqual(VOTE);
  });

  test.each([
    ['what is no JSON', { content: 'vote' }],
    ['what cannot be done', { content: '{"type":"dance"}' }],
    ['another kind of submessage', { msg_type: 'other' }],
    ['a message that does not exist', { message_id: 99_999_999 }],
    ['a negative id', { message_id: -1 }],
    ['an id that is none', { message_id: 'x' }],
    ['too much', { content: `"${'x'.repeat(10_000)}"` }],
  ])('refuses %s', async (_, change) => {
    expect(await add(owner, poll, VOTE, change)).toBe('BAD_REQUEST');
  });

  test.each(['message_id', 'msg_type', 'content'])('needs %s', async (name) => {
    expect(await add(owner, poll, VOTE, { [name]: undefined })).toBe('REQUEST_VARIABLE_MISSING');
  });

  test('only the author can make a message a widget', async () => {
    const id = await sendToStream(member, 'general', 'widgets', 'plain');
    const widget = { widget_type: 'poll', extra_data: { question: 'x', options: [] } };
    expect(await add(owner, id, VOTE)).toBe('BAD_REQUEST');
    expect(await add(owner, id, widget)).toBe('BAD_REQUEST');
    expect(await add(member, id, VOTE)).toBe('BAD_REQUEST');
    expect(await add(member, id, widget)).toBe('added');
    expect(await add(owner, id, VOTE)).toBe('added');
    expect(await submessages(owner, id)).toHaveLength(2);
  });

  test('needs access to the message', async () => {
    const guest = await createUser(app, realm, { role: Role.Guest });
    const elsewhere = await createRealm(app);
    const secret = await sendDirect(owner, [member], '/poll');
    expect(await add(guest, poll, VOTE)).toBe('BAD_REQUEST');
    expect(await add(guest, secret, VOTE)).toBe('BAD_REQUEST');
    expect(await add(elsewhere.owner, poll, VOTE)).toBe('BAD_REQUEST');
    expect(await add(member, secret, VOTE)).toBe('added');
  });

  test('is published to users with access to the message', async () => {
    const outsider = await createUser(app, realm);
    const id = await subscribe(owner, unique('private'), {
      invite_only: true,
      principals: [owner.userId, member.userId],
    });
    const message = await sendToStream(owner, id, 'topic', '/poll');
    const listeners = {
      owner: await listen(app, realm, owner),
      member: await listen(app, realm, member),
      outsider: await listen(app, realm, outsider),
    };
    await add(member, message, VOTE);
    const [, added] = await submessages(owner, message);
    const event = {
      type: 'submessage',
      submessage_id: added!.id,
      message_id: message,
      sender_id: member.userId,
      msg_type: 'widget',
      content: JSON.stringify(VOTE),
    };
    for (const listener of [listeners.owner, listeners.member]) {
      expect(await listener.take()).toEqual([expect.objectContaining(event)]);
    }
    expect(await listeners.outsider.take()).toEqual([]);
  });

  test('has limits for one user and for all together', async () => {
    const id = await sendToStream(owner, 'general', 'widgets', '/poll');
    const fill = (senderId: number, count: number): Promise<unknown> =>
      app.dataSource.query(
        `INSERT INTO submessages (message_id, sender_id, msg_type, content)
         SELECT $1, $2, 'widget', $3 FROM generate_series(1, $4)`,
        [id, senderId, JSON.stringify(VOTE), count],
      );
    await fill(member.userId, 99);
    expect(await add(member, id, VOTE)).toBe('added');
    expect(await add(member, id, VOTE)).toBe('BAD_REQUEST');
    const crowd = await createUser(app, realm);
    await fill(crowd.userId, 9898);
    expect(await add(owner, id, VOTE)).toBe('added');
    expect(await add(owner, id, VOTE)).toBe('BAD_REQUEST');
    expect(await submessages(owner, id)).toHaveLength(10_000);
  });

  test('is deleted with the message', async () => {
    const id = await sendToStream(owner, 'general', 'widgets', '/poll');
    await owner.client.expect('DELETE', `messages/${id}`);
    const rows = await app.dataSource.query<object[]>(
      'SELECT 1 FROM submessages WHERE message_id = $1',
      [id],
    );
    expect(rows).toEqual([]);
  });
});
