// POST /messages: permissions, recipients and events.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import type { RealmSettings } from '#modules/realms/realms/realm-settings.js';
import { RealmsService } from '#modules/realms/realms/realms.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Answer, Parameters } from './client.js';
import { type EventListener, listen, type ReceivedEvent } from './event-listener.js';
import {
  createPeople,
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestUser,
  unique,
} from './factories.js';
import { createScene } from './scene.js';

const app = await sharedTestApp();
const { realm, owner, member, guest } = await createScene(app, {
  member: {},
  guest: { role: Role.Guest },
});
const elsewhere = await createRealm(app);
const groups = await app.app.get(GroupMembership).systemGroupIds(realm.realmId);
await setRealm({ send_channel_events_messages: false });

interface ShownMessage {
  [name: string]: unknown;
  id: number;
  content: string;
  subject: string;
  flags: string[];
}

/** The message as Markdown, with the empty topic as an empty string. */
async function shown(reader: TestUser, id: number): Promise<ShownMessage> {
  const { messages } = await reader.client.expect('GET', 'messages', {
    message_ids: [id],
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return (messages as ShownMessage[])[0]!;
}

function send(sender: TestUser, parameters: Parameters): Promise<Answer> {
  return sender.client.post('messages', {
    type: 'channel',
    topic: 'greetings',
    content: 'hello',
    ...parameters,
  });
}

/** Succeeds, and returns the id. */
async function sent(sender: TestUser, parameters: Parameters): Promise<number> {
  const { status, body } = await send(sender, parameters);
  expect([status, body['msg']]).toEqual([200, '']);
  return body['id'] as number;
}

async function expectRefusal(answer: Promise<Answer>, expected: object): Promise<void> {
  const { status, body } = await answer;
  expect({ status, ...body }).toMatchObject({ status: 400, result: 'error', ...expected });
}

/** Advances the clock until caches expire. */
async function setRealm(settings: Partial<RealmSettings>): Promise<void> {
  await app.app.get(RealmsService).initialize(realm.realmId, settings);
  app.clock.advance(10);
}

async function channel(subscribers: TestUser[], settings: Parameters = {}): Promise<number> {
  const name = unique('channel');
  const principals = subscribers.map(({ userId }) => userId);
  return subscribe(owner, name, { principals: [owner.userId, ...principals], ...settings });
}

async function nameOf(id: number): Promise<string> {
  const [row] = await app.dataSource.query<{ name: string }[]>(
    'SELECT name FROM streams WHERE id = $1',
    [id],
  );
  return row!.name;
}

describe('parameters', () => {
  test.each([
    ['type', { type: undefined }],
    ['to', { to: undefined }],
    ['content', { content: undefined }],
  ])('%s is required', async (name, parameters) => {
    const answer = send(owner, { to: 'general', ...parameters });
    await expectRefusal(answer, { code: 'REQUEST_VARIABLE_MISSING', var_name: name });
  });

  test.each([
    ['an unknown type', { type: 'room' }],
    ['a channel message without topic', { topic: undefined, msg: 'Missing topic' }],
    ['a truth that is no boolean', { read_by_sender: 'yes' }],
    ['a list of lists as address', { to: [[1]] }],
    ['a NUL in the content', { content: 'a\0b' }],
    ['a NUL in the topic', { topic: 'a\0b' }],
  ])('refuses %s', async (_, { msg, ...parameters }: Parameters) => {
    const answer = send(owner, { to: 'general', ...parameters });
    await expectRefusal(answer, { code: 'BAD_REQUEST', ...(msg ? { msg } : {}) });
  });

  test('subject is an alias of topic, and both cannot be combined', async () => {
    const id = await sent(owner, { to: 'general', topic: undefined, subject: 'news' });
    expect((await shown(owner, id)).subject).toBe('news');
    await expectRefusal(send(owner, { to: 'general', subject: 'news' }), {
      code: 'REQUEST_CONFUSING_VAR',
      var_name1: 'topic',
      var_name2: 'subject',
    });
  });

  test('returns the names of unknown parameters', async () => {
    const { status, body } = await send(owner, { to: 'general', urgent: 'yes', color: 1 });
    expect(status).toBe(200);
    expect(body['ignored_parameters_unsupported']).toEqual(['color', 'urgent']);
  });

  test('the response has the id and no other fields', async () => {
    const { body } = await send(owner, { to: 'general' });
    expect(body).toEqual({ result: 'success', msg: '', id: expect.any(Number) });
  });
});

describe('the address of a channel message', () => {
  test.each([
    ['its name', (_: number, name: string) => name],
    ['its name in other case', (_: number, name: string) => name.toUpperCase()],
    ['its name with space around it', (_: number, name: string) => ` ${name} `],
    ['its name as JSON', (_: number, name: string) => JSON.stringify(name)],
    ['a list of its name', (_: number, name: string) => [name]],
    ['its id', (id: number) => id],
    ['a list of its id', (id: number) => [id]],
  ])('can be %s', async (_, address) => {
    const id = await channel([]);
    for (const type of ['channel', 'stream']) {
      const messageId = await sent(owner, { type, to: address(id, await nameOf(id)) });
      expect(await shown(owner, messageId)).toMatchObject({
        type: 'stream',
        stream_id: id,
        display_recipient: await nameOf(id),
      });
    }
  });

  test.each([
    ['nothing', '', { code: 'BAD_REQUEST', msg: 'Missing channel' }],
    ['only spaces', '  ', { code: 'BAD_REQUEST', msg: 'Missing channel' }],
    ['an empty list', [], { code: 'BAD_REQUEST', msg: 'Missing channel' }],
    ['two channels', ['general', 'sandbox'], { code: 'BAD_REQUEST' }],
    ['an unknown name', 'no such', { code: 'STREAM_DOES_NOT_EXIST', stream: 'no such' }],
    ['an unknown id', 99_999_999, { code: 'STREAM_DOES_NOT_EXIST', stream_id: 99_999_999 }],
    ['a huge id', 2 ** 40, { code: 'STREAM_DOES_NOT_EXIST', stream_id: 2 ** 40 }],
    ['a negative id', -1, { code: 'STREAM_DOES_NOT_EXIST', stream_id: -1 }],
  ])('cannot be %s', async (_, to, expected) => {
    await expectRefusal(send(owner, { to }), expected);
  });

  test('cannot be a channel of another organization', async () => {
    const id = await subscribe(elsewhere.owner, unique('foreign'));
    await expectRefusal(send(owner, { to: id }), { code: 'STREAM_DOES_NOT_EXIST' });
  });
});

describe('the address of a direct message', () => {
  const direct = (to: unknown): Parameters => ({ type: 'direct', topic: undefined, to });
  const names = (message: ShownMessage): number[] =>
    (message['display_recipient'] as { id: number }[]).map(({ id }) => id);

  test.each([
    ['ids', () => [member.userId, guest.userId]],
    ['ids and oneself', () => [guest.userId, owner.userId, member.userId]],
    ['ids given twice', () => [member.userId, guest.userId, member.userId]],
    ['addresses', () => [member.email, guest.email]],
    ['addresses in other case', () => [member.email.toUpperCase(), guest.email]],
    ['addresses with commas between', () => `${member.email}, ${guest.email},`],
    ['addresses as a JSON string', () => JSON.stringify(`${member.email},${guest.email}`)],
  ])('can be a list of %s', async (_, to) => {
    for (const type of ['direct', 'private']) {
      const message = await shown(owner, await sent(owner, { ...direct(to()), type }));
      expect(message).toMatchObject({ type: 'private', subject: '' });
      expect(message).not.toHaveProperty('stream_id');
      expect(names(message)).toEqual([owner.userId, member.userId, guest.userId]);
    }
  });

  test('contains each user', async () => {
    const { display_recipient: people } = await shown(
      owner,
      await sendDirect(owner, [member], 'x'),
    );
    expect(people).toContainEqual({
      id: member.userId,
      email: member.email,
      full_name: 'Sample Member',
      is_mirror_dummy: false,
    });
  });

  test('is the same conversation for every sender and order', async () => {
    const one = await shown(owner, await sendDirect(owner, [member, guest], 'one'));
    const other = await shown(owner, await sendDirect(guest, [owner, member], 'other'));
    expect(other['recipient_id']).toBe(one['recipient_id']);
  });

  test('can contain thousands of users', async () => {
    const to = await createPeople(app, realm, 2000);
    const [one, other] = await Promise.all([sent(owner, direct(to)), sent(owner, direct(to))]);
    const [first, second] = [await shown(owner, one), await shown(owner, other)];
    expect(names(first)).toEqual([owner.userId, ...to].toSorted((a, b) => a - b));
    expect(second['recipient_id']).toBe(first['recipient_id']);
  });

  test('can be oneself alone', async () => {
    for (const to of [[owner.userId], [owner.email], owner.email]) {
      const message = await shown(owner, await sent(owner, direct(to)));
      expect(names(message)).toEqual([owner.userId]);
    }
  });

  test("can be one of the server's own bots", async () => {
    const bot = await app.app.get(UsersService).systemBot(realm.realmId, 'notification-bot');
    for (const to of [[bot.id], bot.email]) {
      const message = await shown(owner, await sent(owner, direct(to)));
      expect(names(message)).toEqual([owner.userId, bot.id].toSorted((a, b) => a - b));
    }
  });

  test.each([
    ['nobody', () => [], { msg: 'The message has no recipients' }],
    ['an empty text', () => '', { msg: 'The message has no recipients' }],
    ['only commas', () => ' , ,', { msg: 'The message has no recipients' }],
    ['one bare id', () => member.userId, {}],
    ['ids and addresses mixed', () => [member.userId, guest.email], {}],
    ['an unknown id', () => [member.userId, 99_999_999], {}],
    ['a huge id', () => [2 ** 40], {}],
    ['a negative id', () => [-1], {}],
    ['an unknown address', () => `${member.email},nobody@example.com`, {}],
    ['an id of another organization', () => [elsewhere.owner.userId], {}],
    ['an address of another organization', () => elsewhere.owner.email, {}],
  ])('cannot be %s', async (_, to, expected) => {
    await expectRefusal(send(owner, direct(to())), { code: 'BAD_REQUEST', ...expected });
  });

  test('cannot contain users hidden from a limited guest', async () => {
    const correspondent = await createUser(app, realm);
    const companion = await createUser(app, realm);
    await channel([guest, companion]);
    const bot = await createUser(app, realm, { bot: { type: 1, ownerId: owner.userId } });
    await sent(guest, direct([correspondent.userId]));
    const newUser = await createUser(app, realm);
    await setRealm({ can_access_all_users_group: groups['role:members'] });
    for (const to of [[newUser.userId], newUser.email, [companion.userId, newUser.userId]]) {
      await expectRefusal(send(guest, direct(to)), { code: 'BAD_REQUEST' });
    }
    for (const { userId } of [companion, correspondent, bot]) await sent(guest, direct([userId]));
    await sent(member, direct([newUser.userId]));
    await setRealm({ can_access_all_users_group: groups['role:everyone'] });
  });

  test('cannot contain deactivated users', async () => {
    const former = await createUser(app, realm);
    await app.dataSource.query('UPDATE users SET is_active = false WHERE id = $1', [former.userId]);
    await expectRefusal(send(owner, direct([member.userId, former.userId])), {
      code: 'BAD_REQUEST',
    });
  });
});

describe('the content', () => {
  const content = async (given: string): Promise<string> =>
    (await shown(owner, await sent(owner, { to: 'general', content: given }))).content;

  test.each([
    ['loses white space at its end', 'text \n\t\n', 'text'],
    ['loses newlines, and only those, at its start', '\n\n  text', '  text'],
    ['keeps what is inside', 'a\n\n  b', 'a\n\n  b'],
    ['keeps control characters', 'a\u0007\u0085b', 'a\u0007\u0085b'],
    ['keeps 10000 characters', 'x'.repeat(10_000), 'x'.repeat(10_000)],
    ['counts code points', '😀'.repeat(10_000), '😀'.repeat(10_000)],
    ['is cut when it is longer', 'x'.repeat(10_001), `${'x'.repeat(9980)}\n[message truncated]`],
    [
      'is cut between code points',
      `x${'😀'.repeat(20_000)}`,
      `x${'😀'.repeat(9979)}\n[message truncated]`,
    ],
    ['is measured without what is taken off', `${'x'.repeat(10_000)}   `, 'x'.repeat(10_000)],
  ])('%s', async (_, given, expected) => {
    expect(await content(given)).toBe(expected);
  });

  test.each(['', ' ', '\n\n', ' \t\u00a0\n'])('cannot be %j', async (given) => {
    await expectRefusal(send(owner, { to: 'general', content: given }), { code: 'BAD_REQUEST' });
  });

  test('cannot contain half a surrogate pair', async () => {
    const body = `type=channel&to=general&topic=t&content=%ED%A0%80`;
    const { status, body: answer } = await owner.client.raw('POST', '/api/v1/messages', {
      body,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect([status, answer['code']]).toEqual([400, 'BAD_REQUEST']);
  });

  test('is refused before any query', async () => {
    await expectRefusal(send(owner, { to: 'no such', content: '' }), { code: 'BAD_REQUEST' });
  });

  test('that starts with /me is marked', async () => {
    const id = await sendToStream(owner, 'general', 'me', '/me waves');
    expect(await shown(owner, id)).toMatchObject({ is_me_message: true, content: '/me waves' });
    const plain = await sendToStream(owner, 'general', 'me', '/mention');
    expect(await shown(owner, plain)).toMatchObject({ is_me_message: false });
  });
});

describe('the topic', () => {
  test.each([
    ['loses white space around it', '  news ', 'news'],
    ['keeps 60 characters', 'x'.repeat(60), 'x'.repeat(60)],
    ['counts code points', '😀'.repeat(60), '😀'.repeat(60)],
    ['is cut when it is longer', 'x'.repeat(61), `${'x'.repeat(57)}...`],
    ['is cut between code points', '😀'.repeat(61), `${'😀'.repeat(57)}...`],
    ['can be empty', '', ''],
    ['is empty when it is blank', ' \t', ''],
    ['is empty for an old name of that', '(no topic)', ''],
    ['is empty for the display name of that', 'general chat', ''],
    ['is not empty for a name that looks alike', 'General chat', 'General chat'],
  ])('%s', async (_, given, expected) => {
    const id = await sent(owner, { to: 'general', topic: given });
    expect((await shown(owner, id)).subject).toBe(expected);
  });

  test.each([
    ['a control character', 'a\u0007', 2],
    ['a line break', 'ab\ncd', 3],
    ['a noncharacter', '\ufdd0', 1],
    ['a noncharacter of a higher plane', '😀x\u{1ffff}', 3],
    ['the last code point of all', '\u{10ffff}', 1],
  ])('cannot contain %s', async (_, topic, position) => {
    const { status, body } = await send(owner, { to: 'general', topic });
    expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    expect(body['msg']).toMatch(new RegExp(`position ${position}$`));
  });

  test('is ignored in a direct message', async () => {
    const id = await sent(owner, { type: 'direct', to: [member.userId], topic: 'news' });
    expect((await shown(owner, id)).subject).toBe('');
  });

  test('the empty topic has its display name for clients without support', async () => {
    const id = await sent(owner, { to: 'general', topic: '' });
    const subjectFor = async (parameters: Parameters): Promise<unknown> => {
      const { messages } = await owner.client.expect('GET', 'messages', {
        message_ids: [id],
        ...parameters,
      });
      return (messages as ShownMessage[])[0]!.subject;
    };
    expect(await subjectFor({})).toBe('general chat');
    expect(await subjectFor({ allow_empty_topic_name: false })).toBe('general chat');
    expect(await subjectFor({ allow_empty_topic_name: true })).toBe('');
  });
});

describe('the policy for topics', () => {
  const ALLOWED = 'allowed';
  const REFUSED = 'refused';

  test.each([
    ['allow_empty_topic', 'inherit', '', ALLOWED],
    ['allow_empty_topic', 'inherit', 'news', ALLOWED],
    ['disable_empty_topic', 'inherit', '', REFUSED],
    ['disable_empty_topic', 'inherit', '(no topic)', REFUSED],
    ['disable_empty_topic', 'inherit', 'general chat', REFUSED],
    ['disable_empty_topic', 'inherit', 'news', ALLOWED],
    ['disable_empty_topic', 'allow_empty_topic', '', ALLOWED],
    ['allow_empty_topic', 'disable_empty_topic', '', REFUSED],
    ['allow_empty_topic', 'disable_empty_topic', 'news', ALLOWED],
    ['allow_empty_topic', 'empty_topic_only', '', ALLOWED],
    ['allow_empty_topic', 'empty_topic_only', 'general chat', ALLOWED],
    ['disable_empty_topic', 'empty_topic_only', '', ALLOWED],
    ['allow_empty_topic', 'empty_topic_only', 'news', REFUSED],
  ] as const)('%s, in the channel %s: "%s" is %s', async (realmPolicy, policy, topic, expected) => {
    await setRealm({ topics_policy: realmPolicy });
    const id = await channel([], { topics_policy: policy });
    const { status, body } = await send(owner, { to: id, topic });
    expect([status, body['empty_topic_display_name']]).toEqual(
      expected === ALLOWED ? [200, undefined] : [400, 'general chat'],
    );
    await setRealm({ topics_policy: 'allow_empty_topic' });
  });

  test('a permission to create topics does not limit messages to existing ones', async () => {
    const id = await channel([member], { can_create_topic_group: groups['role:administrators'] });
    await expectRefusal(send(member, { to: id, topic: 'News' }), { code: 'BAD_REQUEST' });
    await sent(owner, { to: id, topic: 'News' });
    await sent(member, { to: id, topic: 'news' });
    await expectRefusal(send(member, { to: id, topic: '' }), { code: 'BAD_REQUEST' });
  });
});

describe('the permission to post in a channel', () => {
  const UNKNOWN = { code: 'STREAM_DOES_NOT_EXIST' };
  const KNOWN = { code: 'BAD_REQUEST' };

  test('a public one: members without subscription, guests only with it', async () => {
    const id = await channel([]);
    await sent(member, { to: id });
    await expectRefusal(send(guest, { to: id }), UNKNOWN);
    await expectRefusal(send(guest, { to: await nameOf(id) }), UNKNOWN);
    const open = await channel([guest]);
    await sent(guest, { to: open });
  });

  test('a private one: subscribers only, and hidden from most others', async () => {
    const id = await channel([guest], { invite_only: true });
    const administrator = await createUser(app, realm, { role: Role.Administrator });
    await sent(guest, { to: id });
    await expectRefusal(send(member, { to: id }), UNKNOWN);
    await expectRefusal(send(administrator, { to: id }), KNOWN);
  });

  test('a private one with shared history: also users who may subscribe', async () => {
    const open = { invite_only: true, can_subscribe_group: groups['role:members'] };
    const shared = await channel([], { ...open, history_public_to_subscribers: true });
    const protectedHistory = await channel([], { ...open, history_public_to_subscribers: false });
    await sent(member, { to: shared });
    await expectRefusal(send(member, { to: protectedHistory }), KNOWN);
    await expectRefusal(send(guest, { to: shared }), UNKNOWN);
  });

  test('a bot where its owner is subscribed', async () => {
    const bot = await createUser(app, realm, { bot: { type: 1, ownerId: member.userId } });
    const id = await channel([member], { invite_only: true });
    await sent(bot, { to: id });
    await sent(bot, { to: await nameOf(id) });
    const closed = await channel([], { invite_only: true });
    await expectRefusal(send(bot, { to: closed }), UNKNOWN);
  });

  test('an incoming webhook bot can only send', async () => {
    const bot = await createUser(app, realm, { bot: { type: 2, ownerId: member.userId } });
    await sent(bot, { to: 'general' });
    const { status } = await bot.client.get('messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
    });
    expect(status).toBe(401);
  });

  test('an archived one: no users', async () => {
    const id = await channel([member]);
    await app.dataSource.query('UPDATE streams SET is_archived = true WHERE id = $1', [id]);
    app.clock.advance(10);
    await expectRefusal(send(owner, { to: id }), KNOWN);
    await expectRefusal(send(member, { to: id }), KNOWN);
  });

  test('users with the permission of the channel', async () => {
    const id = await channel([member, guest], {
      can_send_message_group: { direct_members: [guest.userId], direct_subgroups: [] },
    });
    await sent(guest, { to: id });
    await expectRefusal(send(member, { to: id }), KNOWN);
    await expectRefusal(send(owner, { to: id }), KNOWN);
  });

  test('a sender without subscription gets no user message', async () => {
    const id = await channel([]);
    const message = await shown(member, await sent(member, { to: id, read_by_sender: true }));
    expect(message.flags).toEqual(['read', 'historical']);
  });
});

describe('permissions for direct messages', () => {
  const direct = (...to: TestUser[]): Parameters => ({
    type: 'direct',
    topic: undefined,
    to: to.map(({ userId }) => userId),
  });
  let bot: TestUser;

  beforeAll(async () => {
    bot = await createUser(app, realm, { bot: { type: 1, ownerId: owner.userId } });
  });
  afterAll(() =>
    setRealm({
      direct_message_permission_group: groups['role:everyone'],
      direct_message_initiator_group: groups['role:everyone'],
    }),
  );

  test('messages to oneself and to bots need no permission', async () => {
    await setRealm({ direct_message_permission_group: groups['role:nobody'] });
    await expectRefusal(send(owner, direct(member)), { code: 'BAD_REQUEST' });
    await expectRefusal(send(owner, direct(member, bot)), { code: 'BAD_REQUEST' });
    await sent(owner, direct(owner));
    await sent(owner, direct(bot));
  });

  test('one participant of the group is enough for any sender', async () => {
    await setRealm({ direct_message_permission_group: groups['role:administrators'] });
    await expectRefusal(send(member, direct(guest)), { code: 'BAD_REQUEST' });
    await sent(member, direct(owner));
    await sent(owner, direct(member));
    await sent(member, direct(guest, owner));
    await setRealm({ direct_message_permission_group: groups['role:everyone'] });
  });

  test('a permission to start conversations does not limit messages in existing ones', async () => {
    const newUser = await createUser(app, realm);
    await setRealm({ direct_message_initiator_group: groups['role:administrators'] });
    await expectRefusal(send(newUser, direct(owner)), { code: 'BAD_REQUEST' });
    await expectRefusal(send(newUser, direct(owner)), { code: 'BAD_REQUEST' });
    await sent(newUser, direct(bot));
    await sent(owner, direct(newUser));
    await sent(newUser, direct(owner));
    await expectRefusal(send(newUser, direct(owner, member)), { code: 'BAD_REQUEST' });
    await setRealm({ direct_message_initiator_group: groups['role:everyone'] });
  });
});

describe("the sender's user message", () => {
  test.each([
    ['ZulipMobile', true],
    ['ZulipElectron', true],
    ['ZulipDesktop', true],
    ['ZulipTerminal', true],
    ['ZulipAndroid', true],
    ['ZulipiOS', true],
    ['website', true],
    ['snipe', true],
    ['ios', true],
    ['android', true],
    ['ZulipPython', false],
    ['curl', false],
  ])('of the client %s: read is %s', async (name, read) => {
    const client = realm.anonymous.as(owner, `${name}/1.2 (any platform)`);
    for (const address of [
      { type: 'channel', to: 'general', topic: 'reading' },
      { type: 'direct', to: [member.userId] },
    ]) {
      const { id } = await client.expect('POST', 'messages', { ...address, content: 'hello' });
      expect(await shown(owner, id as number)).toMatchObject({
        client: name,
        flags: read ? ['read'] : [],
      });
    }
  });

  test.each([
    ['ZulipMobile', false],
    ['curl', true],
  ])('of the client %s follows the parameter read_by_sender: %s', async (name, read) => {
    const client = realm.anonymous.as(owner, `${name}/1.2`);
    const { id } = await client.expect('POST', 'messages', {
      type: 'channel',
      to: 'general',
      topic: 'reading',
      content: 'hello',
      read_by_sender: read,
    });
    expect((await shown(owner, id as number)).flags).toEqual(read ? ['read'] : []);
  });

  test('is read, those of others are unread', async () => {
    const id = await sent(owner, { type: 'direct', to: [member.userId], read_by_sender: true });
    expect((await shown(owner, id)).flags).toEqual(['read']);
    expect((await shown(member, id)).flags).toEqual([]);
  });
});

describe('the event', () => {
  // The first answer of each kind is slow: its part of the contract is compiled for the check.
  beforeAll(async () => {
    const listener = await listen(app, realm, owner);
    await listener.take();
  }, 30_000);

  const only = (events: ReceivedEvent[]): ReceivedEvent[] =>
    events.filter(({ type }) => type === 'message');

  async function received(listeners: Record<string, EventListener>): Promise<string[]> {
    const names: string[] = [];
    for (const [name, listener] of Object.entries(listeners)) {
      if (only(await listener.take()).length > 0) names.push(name);
    }
    return names;
  }

  test('of a public channel reaches its subscribers, and members who want all of them', async () => {
    const id = await channel([guest]);
    const all = { all_public_streams: true };
    const listeners = {
      subscriber: await listen(app, realm, owner),
      guest: await listen(app, realm, guest),
      member: await listen(app, realm, member),
      curious: await listen(app, realm, member, all),
      foreign: await listen(app, elsewhere, elsewhere.owner, all),
    };
    await sendToStream(owner, id, 'news', 'hello');
    expect(await received(listeners)).toEqual(['subscriber', 'guest', 'curious']);
    await expectRefusal(guest.client.post('register', all), { code: 'BAD_REQUEST' });
  });

  test('of a private channel reaches its subscribers only', async () => {
    const id = await channel([guest], { invite_only: true });
    const administrator = await createUser(app, realm, { role: Role.Administrator });
    const all = { all_public_streams: true };
    const listeners = {
      subscriber: await listen(app, realm, owner),
      guest: await listen(app, realm, guest),
      administrator: await listen(app, realm, administrator, all),
      member: await listen(app, realm, member, all),
    };
    await sendToStream(guest, id, 'news', 'hello');
    expect(await received(listeners)).toEqual(['subscriber', 'guest']);
  });

  test('of a direct message reaches its participants only', async () => {
    const listeners = {
      sender: await listen(app, realm, member),
      recipient: await listen(app, realm, guest),
      owner: await listen(app, realm, owner, { all_public_streams: true }),
    };
    await sendDirect(member, [guest], 'hello');
    expect(await received(listeners)).toEqual(['sender', 'recipient']);
  });

  test('does not exist for a refused message', async () => {
    const listener = await listen(app, realm, owner);
    await send(owner, { to: 'general', content: ' ' });
    await send(owner, { to: 'no such' });
    expect(await listener.take()).toEqual([]);
  });

  test('contains the fetched form of the message, and the flags', async () => {
    const id = await channel([member]);
    const listeners = [
      await listen(app, realm, owner, { apply_markdown: true }),
      await listen(app, realm, member, { apply_markdown: false }),
    ];
    const messageId = await sent(owner, { to: id, content: '**hi**', read_by_sender: true });
    for (const [index, reader] of [owner, member].entries()) {
      const [event] = only(await listeners[index]!.take());
      const { messages } = await reader.client.expect('GET', 'messages', {
        message_ids: [messageId],
        apply_markdown: reader === owner,
      });
      const [{ flags, ...message }] = messages as [ShownMessage];
      expect(event).toEqual({ id: event!.id, type: 'message', message, flags });
    }
  });

  test('to a queue of all public channels has no flags, also for an unsubscribed sender', async () => {
    const id = await channel([]);
    const listener = await listen(app, realm, member, { all_public_streams: true });
    await sent(member, { to: id, read_by_sender: true });
    expect(only(await listener.take())).toMatchObject([{ flags: [] }]);
  });

  test('contains the empty topic in the form of the client', async () => {
    const knowing = await listen(app, realm, owner, {
      client_capabilities: { empty_topic_name: true },
    });
    const unknowing = await listen(app, realm, owner);
    await sent(owner, { to: 'general', topic: '' });
    expect(only(await knowing.take())).toMatchObject([{ message: { subject: '' } }]);
    expect(only(await unknowing.take())).toMatchObject([{ message: { subject: 'general chat' } }]);
  });

  test.each([[{ type: 'channel', to: 'general' }], [{ type: 'direct', to: 'self' }]])(
    'contains the local id in the queue that sent %j',
    async ({ type, to }) => {
      const sending = await listen(app, realm, owner);
      const other = await listen(app, realm, owner);
      await sent(owner, {
        type,
        to: to === 'self' ? [owner.userId, member.userId] : to,
        queue_id: sending.queueId,
        local_id: '17.01',
      });
      expect(only(await sending.take())).toMatchObject([{ local_message_id: '17.01' }]);
      const [event] = only(await other.take());
      expect(event).not.toHaveProperty('local_message_id');
    },
  );

  test('has no local id in queues of other users', async () => {
    const theirs = await listen(app, realm, member);
    await sent(owner, {
      type: 'direct',
      to: [member.userId],
      queue_id: theirs.queueId,
      local_id: '17.01',
    });
    const [event] = only(await theirs.take());
    expect(event).not.toHaveProperty('local_message_id');
  });

  const ALL_SENT = ['general', 'sandbox', 'direct', 'empty'];

  test.each([
    ['a channel', [['channel', 'general']], ['general']],
    ['a channel in other case', [['stream', 'GENERAL']], ['general']],
    ['a topic', [['topic', 'Greetings']], ['general', 'sandbox']],
    ['the empty topic', [['topic', 'general chat']], ['empty']],
    [
      'a channel and a topic',
      [
        ['channel', 'sandbox'],
        ['topic', 'greetings'],
      ],
      ['sandbox'],
    ],
    ['direct messages', [['is', 'dm']], ['direct']],
    ['private messages', [['is', 'private']], ['direct']],
    ['unread messages', [['is', 'unread']], ALL_SENT],
    ['mentions', [['is', 'mentioned']], []],
    ['muted messages, which is ignored', [['is', 'muted']], ALL_SENT],
    ['an unknown kind, which is ignored', [['is', 'unknown']], ALL_SENT],
    [
      'a channel and an ignored kind',
      [
        ['channel', 'general'],
        ['is', 'muted'],
      ],
      ['general'],
    ],
  ])('is filtered by a queue narrowed to %s', async (_, narrow, expected) => {
    const listener = await listen(app, realm, owner, { narrow });
    const ids = new Map<unknown, string>();
    const note = async (name: string, parameters: Parameters): Promise<void> => {
      ids.set(await sent(owner, parameters), name);
    };
    await note('general', { to: 'general' });
    await note('sandbox', { to: 'sandbox' });
    await note('direct', { type: 'direct', to: [member.userId] });
    await note('empty', { to: 'sandbox', topic: '' });
    const events = only(await listener.take());
    expect(events.map(({ message }) => ids.get((message as ShownMessage).id))).toEqual(expected);
  });

  test('is filtered by a queue narrowed to a sender', async () => {
    await subscribe(member, 'general');
    const listener = await listen(app, realm, owner, { narrow: [['sender', member.email]] });
    await sent(owner, { to: 'general' });
    const id = await sent(member, { to: 'general' });
    expect(only(await listener.take())).toMatchObject([{ message: { id } }]);
  });

  test('of the first message in a channel comes without a change of the channel', async () => {
    const id = await channel([]);
    const listener = await listen(app, realm, member);
    const messageId = await sent(owner, { to: id });
    await sent(owner, { to: id });
    expect(await listener.take()).toEqual([]);
    const { stream } = await member.client.expect('GET', `streams/${id}`);
    expect(stream).toMatchObject({ first_message_id: messageId });
  });

  test('of the first message in a channel is part of later registrations', async () => {
    const id = await channel([]);
    const registered = async (): Promise<unknown> => {
      const { streams } = await owner.client.expect('POST', 'register', {
        fetch_event_types: ['stream'],
      });
      return (streams as { stream_id: number }[]).find(({ stream_id }) => stream_id === id);
    };
    expect(await registered()).toMatchObject({ first_message_id: null });
    const messageId = await sent(owner, { to: id });
    expect(await registered()).toMatchObject({ first_message_id: messageId });
  });

  test('of two concurrent first messages makes the one with the smaller id the first', async () => {
    const id = await channel([]);
    const listener = await listen(app, realm, member);
    const ids = await Promise.all([sent(owner, { to: id }), sent(member, { to: id })]);
    const firstMessageIds = (await listener.take()).map((event) => {
      expect(event).toMatchObject({ type: 'stream', property: 'first_message_id' });
      return event['value'];
    });
    // Only if the other one was committed first.
    if (firstMessageIds.length > 0) expect(firstMessageIds).toEqual([Math.min(...ids)]);
    const { stream } = await owner.client.expect('GET', `streams/${id}`);
    expect(stream).toMatchObject({ first_message_id: Math.min(...ids) });
  });
});
