// Single messages, conversations that are named by a message, and what can be read without an account.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { RealmsService } from '#modules/realms/realms/realms.service.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import {
  createChannel,
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestUser,
} from './factories.js';
import { ask, contents, expectRefusal, type Found } from './finding.js';
import { createScene } from './scene.js';

const NEWEST = 10_000_000_000_000_000;
const app = await sharedTestApp();
let { realm, owner } = await createScene(app);
const member = await createUser(app, realm);
const elsewhere = await createRealm(app);
await app.app.get(RealmsService).initialize(realm.realmId, {
  send_channel_events_messages: false,
});
app.clock.advance(10);

async function channel(subscribers: TestUser[], settings: Parameters = {}): Promise<string> {
  return (await createChannel(owner, subscribers, settings)).name;
}

describe('one message', () => {
  test('has the requested form', async () => {
    const id = await sendToStream(owner, await channel([]), '', '*one*');
    const { message, raw_content: source } = await owner.client.expect('GET', `messages/${id}`);
    expect(source).toBe('*one*');
    expect(message).toMatchObject({ id, content: '<p><em>one</em></p>', subject: 'general chat' });
    expect(
      await owner.client.expect('GET', `messages/${id}`, {
        apply_markdown: false,
        allow_empty_topic_name: true,
      }),
    ).toMatchObject({ message: { content: '*one*', subject: '', flags: [] } });
  });

  test('of a public history can be read by users who did not receive it', async () => {
    const id = await sendToStream(owner, await channel([]), 't', 'open');
    expect(await member.client.expect('GET', `messages/${id}`)).toMatchObject({
      message: { flags: ['read', 'historical'] },
    });
  });

  test('that is unreadable is answered like an unknown one', async () => {
    const name = await channel([], { invite_only: true });
    const foreign = await sendToStream(elsewhere.owner, 'general', 't', 'foreign');
    for (const id of [
      await sendToStream(owner, name, 't', 'secret'),
      await sendDirect(owner, [owner], 'own'),
      foreign,
      99_999_999,
    ]) {
      await expectRefusal(member.client.get(`messages/${id}`), {
        code: 'BAD_REQUEST',
        msg: 'Invalid message(s)',
      });
    }
    expect(await member.client.get('messages/first')).toMatchObject({ status: 404 });
  });
});

describe('the operator with', () => {
  test('follows a message to its topic, and replaces terms that name a topic', async () => {
    const name = await channel([member]);
    const there = await channel([member]);
    const id = await sendToStream(owner, name, 'first', 'moving');
    await sendToStream(owner, name, 'first', 'staying');
    const narrow = [
      ['channel', name],
      ['topic', 'first'],
      ['with', String(id)],
    ];
    expect(await contents(member, narrow)).toEqual(['moving', 'staying']);
    await owner.client.expect('PATCH', `messages/${id}`, {
      topic: 'second',
      send_notification_to_new_thread: false,
    });
    expect(await contents(member, narrow)).toEqual(['moving']);
    await sendToStream(owner, there, 'third', 'waiting');
    await owner.client.expect('PATCH', `messages/${id}`, {
      stream_id: await subscribe(owner, there),
      topic: 'third',
      send_notification_to_new_thread: false,
    });
    expect(await contents(member, narrow)).toEqual(['moving', 'waiting']);
  });

  test('finds the conversation of a direct message', async () => {
    const people = [await createUser(app, realm), await createUser(app, realm)];
    const id = await sendDirect(owner, people, 'to both');
    await sendDirect(owner, [people[0]!], 'to one');
    const narrow = [{ operator: 'with', operand: id }];
    expect(await contents(people[0]!, narrow)).toEqual(['to both']);
  });

  test('is ignored for an unreadable message', async () => {
    const id = await sendDirect(owner, [owner], 'hidden');
    const name = await channel([member]);
    await sendToStream(owner, name, 't', 'shown');
    const narrow = [['channel', name], { operator: 'with', operand: id }];
    expect(await contents(member, narrow)).toEqual(['shown']);
  });

  test.each([
    [
      'twice',
      [
        ['with', '1'],
        ['with', '1'],
      ],
    ],
    ['negated', [{ operator: 'with', operand: 1, negated: true }]],
    ['with a word', [['with', 'first']]],
  ])('is refused %s', async (_, narrow) => {
    await expectRefusal(ask(owner, { narrow }), { code: 'BAD_NARROW' });
  });
});

describe('without an account', () => {
  let open: string;
  let openId: number;
  let hidden: number;
  const WEB_PUBLIC = ['channels', 'web-public'];

  beforeAll(async () => {
    ({ realm, owner } = await createScene(app));
    await app.app.get(RealmsService).initialize(realm.realmId, {
      send_channel_events_messages: false,
      enable_spectator_access: true,
    });
    app.clock.advance(10);
    open = await channel([], { is_web_public: true });
    openId = await sendToStream(owner, open, 'hello', 'for everyone');
    await sendToStream(owner, open, 'other', 'as well');
    hidden = await sendToStream(owner, await channel([]), 'hello', 'for members');
  });

  const spectate = (narrow: unknown[], parameters: Parameters = {}): Promise<Answer> =>
    realm.anonymous.get('messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: false,
      narrow,
      ...parameters,
    });

  test.each<[string, () => unknown[], string[]]>([
    ['nothing more', () => [], ['for everyone', 'as well']],
    ['the channel', () => [['channel', open]], ['for everyone', 'as well']],
    ['a topic', () => [['topic', 'HELLO']], ['for everyone']],
    ['a sender', () => [['sender', owner.email]], ['for everyone', 'as well']],
    ['a word', () => [['search', 'everyone']], ['for everyone']],
    ['a message', () => [{ operator: 'with', operand: openId }], ['for everyone']],
    [
      'a hidden message',
      () => [{ operator: 'with', operand: hidden }],
      ['for everyone', 'as well'],
    ],
    ['resolved topics', () => [['is', 'resolved']], []],
    ['reactions', () => [['has', 'reaction']], []],
  ])('web-public channels can be read, with %s', async (_, terms, expected) => {
    const { status, body } = await spectate([WEB_PUBLIC, ...terms()]);
    expect([status, body['msg']]).toEqual([200, '']);
    const { messages } = body as Found;
    expect(messages.map(({ content }) => content)).toEqual(expected);
    expect(messages.every(({ flags }) => flags.join() === 'read')).toBe(true);
  });

  test('there is no first unread message', async () => {
    const { body } = await spectate([WEB_PUBLIC], { anchor: 'first_unread' });
    expect(body).toMatchObject({ anchor: NEWEST, found_newest: true });
  });

  test.each<[string, unknown[]]>([
    ['stars', ['is', 'starred']],
    ['muting', ['in', 'home']],
    ['conversations', ['dm', 'owner@example.com']],
    ['mentions', ['mentions', 'owner@example.com']],
  ])('terms about %s are refused', async (_, term) => {
    await expectRefusal(spectate([WEB_PUBLIC, term]), { code: 'BAD_NARROW' });
  });

  test('other channels do not exist', async () => {
    await expectRefusal(spectate([WEB_PUBLIC, ['channel', 'general']]), { code: 'BAD_NARROW' });
  });

  test.each<[string, unknown[]]>([
    ['everything', []],
    ['public channels', [['channels', 'public']]],
    ['what is not web-public', [{ operator: 'channels', operand: 'web-public', negated: true }]],
  ])('%s needs an account', async (_, narrow) => {
    expect(await spectate(narrow)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } });
  });

  test('wrong credentials are refused', async () => {
    const client = realm.anonymous.as({ email: owner.email, apiKey: 'x'.repeat(32) });
    expect(await client.get('messages', { narrow: [WEB_PUBLIC] })).toMatchObject({ status: 401 });
  });

  test('single messages of web-public channels can be read', async () => {
    const { body } = await realm.anonymous.get(`messages/${openId}`);
    expect(body).toMatchObject({ message: { id: openId, flags: ['read'] } });
    expect(await realm.anonymous.get(`messages/${hidden}`)).toMatchObject({ status: 401 });
    const both = await realm.anonymous.get('messages', { message_ids: [openId, hidden] });
    expect((both.body as Found).messages.map(({ id }) => id)).toEqual([openId]);
  });

  test('no messages can be read where the organization disables it', async () => {
    await app.app.get(RealmsService).initialize(realm.realmId, { enable_spectator_access: false });
    app.clock.advance(10);
    expect(await spectate([WEB_PUBLIC])).toMatchObject({ status: 401 });
    expect(await realm.anonymous.get(`messages/${openId}`)).toMatchObject({ status: 401 });
  });
});
