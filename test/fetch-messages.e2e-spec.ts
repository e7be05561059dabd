// GET /messages: anchors, narrows, and access to messages.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import { RealmsService } from '#modules/realms/realms/realms.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import type { Parameters } from './client.js';
import { ask, contents, expectRefusal, find, type Found } from './finding.js';
import {
  createChannel,
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestUser,
  unique,
} from './factories.js';
import { createScene } from './scene.js';

const NEWEST = 10_000_000_000_000_000;
const app = await sharedTestApp();
let { realm, owner, member, guest } = await createScene(app, {
  member: {},
  guest: { role: Role.Guest },
});
let groups = await app.app.get(GroupMembership).systemGroupIds(realm.realmId);
const elsewhere = await createRealm(app);
await app.app.get(RealmsService).initialize(realm.realmId, {
  send_channel_events_messages: false,
});
app.clock.advance(10);

async function channel(subscribers: TestUser[], settings: Parameters = {}): Promise<string> {
  return (await createChannel(owner, subscribers, settings)).name;
}

async function join(subscriber: TestUser, name: string): Promise<void> {
  await subscribe(owner, name, {
    principals: [subscriber.userId],
    send_new_subscription_messages: false,
  });
}

describe('parameters', () => {
  test.each([
    ['num_before', { num_before: undefined }],
    ['num_after', { num_after: undefined }],
    ['anchor_date', { anchor: 'date' }],
  ])('%s is required', async (name, parameters) => {
    await expectRefusal(ask(owner, parameters), {
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: name,
    });
  });

  test.each([
    ['no anchor', { anchor: undefined, msg: "Missing 'anchor' argument." }],
    ['an unknown anchor', { anchor: 'middle' }],
    ['an anchor that is no whole number', { anchor: '1.5' }],
    ['a negative count', { num_before: -1 }],
    ['a count that is no number', { num_after: 'all' }],
    ['more than 5000 messages', { num_before: 2500, num_after: 2501 }],
    ['excluding an anchor in the middle', { anchor: '1', num_after: 1, include_anchor: false }],
    ['a date that is none', { anchor: 'date', anchor_date: 'yesterday' }],
    ['a day that does not exist', { anchor: 'date', anchor_date: '2026-02-30' }],
    ['a time that does not exist', { anchor: 'date', anchor_date: '2026-02-01T25:00' }],
    ['a narrow that is no JSON', { narrow: '[' }],
    ['a narrow that is no list', { narrow: { operator: 'is', operand: 'dm' } }],
    ['a term that is no term', { narrow: ['is:dm'] }],
    ['a pair of three', { narrow: [['is', 'dm', 'unread']] }],
    ['a pair with a number', { narrow: [['id', 1]] }],
    ['a term without operand', { narrow: [{ operator: 'is' }] }],
    ['a term with an object as operand', { narrow: [{ operator: 'is', operand: {} }] }],
    ['a term with texts as operand', { narrow: [{ operator: 'dm', operand: ['a'] }] }],
    ['a term with an unknown key', { narrow: [{ operator: 'is', operand: 'dm', not: true }] }],
    ['a negation that is no boolean', { narrow: [{ operator: 'is', operand: 'dm', negated: 1 }] }],
    ['ids that are no list', { message_ids: 1 }],
    ['ids that are no numbers', { message_ids: ['1'] }],
  ])('refuses %s', async (_, { msg, ...parameters }: Parameters) => {
    await expectRefusal(ask(owner, parameters), { code: 'BAD_REQUEST', ...(msg ? { msg } : {}) });
  });

  test('accepts a request for 5000 messages', async () => {
    expect(await ask(owner, { num_before: 5000 })).toMatchObject({ status: 200 });
  });

  test('returns the names of unknown parameters', async () => {
    const { ignored_parameters_unsupported: ignored } = await find(owner, { color: 'red' });
    expect(ignored).toEqual(['color']);
  });
});

describe('the window', () => {
  const LAST = 9;
  let name: string;
  /** Ten messages, with an id outside the narrow after the fifth. */
  const ids: number[] = [];
  let gap: number;

  beforeAll(async () => {
    name = await channel([]);
    const other = await channel([]);
    for (let index = 0; index <= LAST; index++) {
      ids.push(await sendToStream(owner, name, 'window', `${index}`));
      if (index === 4) gap = await sendToStream(owner, other, 'window', 'gap');
    }
  });

  const at = (anchor: unknown): unknown => {
    if (anchor === 'gap') return String(gap);
    return typeof anchor === 'number' ? String(ids[anchor]) : anchor;
  };

  const OLDEST = 'oldest';
  const NEW = 'newest';
  const ANCHOR = 'anchor';
  test.each([
    // anchor, before, after: first, last index of the result, and the ends that it reaches
    ['newest', 3, 0, 7, 9, [NEW]],
    ['newest', 3, 5, 7, 9, [NEW]],
    ['newest', 0, 0, 1, 0, [NEW]],
    ['newest', 10, 0, 0, 9, [NEW]],
    ['newest', 11, 0, 0, 9, [OLDEST, NEW]],
    ['oldest', 0, 3, 0, 2, [OLDEST]],
    ['oldest', 5, 3, 0, 2, [OLDEST]],
    ['oldest', 0, 10, 0, 9, [OLDEST]],
    ['oldest', 0, 11, 0, 9, [OLDEST, NEW]],
    [4, 2, 2, 2, 6, [ANCHOR]],
    [4, 0, 0, 4, 4, [ANCHOR]],
    [4, 2, 0, 2, 4, [ANCHOR]],
    [4, 0, 2, 4, 6, [ANCHOR]],
    [4, 4, 5, 0, 9, [ANCHOR]],
    [4, 5, 6, 0, 9, [OLDEST, NEW, ANCHOR]],
    [0, 1, 1, 0, 1, [OLDEST, ANCHOR]],
    [9, 1, 1, 8, 9, [NEW, ANCHOR]],
    ['gap', 1, 1, 4, 5, []],
    ['gap', 0, 0, 1, 0, []],
    ['-7', 1, 2, 0, 1, [OLDEST]],
    ['0', 1, 2, 0, 1, [OLDEST]],
    ['99999999999999999999999', 2, 1, 8, 9, [NEW]],
    [String(NEWEST), 2, 1, 8, 9, [NEW]],
  ])('anchor %s with %s before and %s after', async (anchor, before, after, first, last, known) => {
    const found = await find(owner, {
      anchor: at(anchor),
      num_before: before,
      num_after: after,
      narrow: [['channel', name]],
    });
    expect(found.messages.map(({ id }) => id)).toEqual(ids.slice(first, last + 1));
    expect(found).toMatchObject({
      found_oldest: known.includes(OLDEST),
      found_newest: known.includes(NEW),
      found_anchor: known.includes(ANCHOR),
      history_limited: false,
    });
  });

  test.each([
    [4, 2, 0, 2, 3],
    [4, 0, 2, 5, 6],
    [4, 0, 0, 1, 0],
    ['newest', 2, 0, 8, 9],
  ])('no anchor %s, with %s before and %s after', async (anchor, before, after, first, last) => {
    const found = await find(owner, {
      anchor: at(anchor),
      num_before: before,
      num_after: after,
      include_anchor: false,
      narrow: [['channel', name]],
    });
    expect(found.messages.map(({ id }) => id)).toEqual(ids.slice(first, last + 1));
    expect(found['found_anchor']).toBe(false);
  });

  test.each([
    ['newest', NEWEST],
    ['oldest', 0],
    ['17', 17],
    ['-17', 0],
  ])('returns for the anchor %s the anchor %s', async (anchor, expected) => {
    expect((await find(owner, { anchor }))['anchor']).toBe(expected);
  });
});

describe('the first unread message', () => {
  let name: string;
  let reader: TestUser;
  const ids: number[] = [];

  beforeAll(async () => {
    reader = await createUser(app, realm);
    name = await channel([reader]);
    for (const content of ['a', 'b', 'c']) ids.push(await sendToStream(owner, name, 't', content));
    await reader.client.expect('POST', 'messages/flags', {
      messages: [ids[0]],
      op: 'add',
      flag: 'read',
    });
  });

  test.each([
    [{ anchor: 'first_unread' }],
    [{ anchor: undefined, use_first_unread_anchor: true }],
    [{ anchor: 'newest', use_first_unread_anchor: true }],
  ])('is found by %j', async (parameters) => {
    for (const narrow of [[], [['channel', name]], [['is', 'unread']]]) {
      const found = await find(reader, { ...parameters, narrow, num_before: 0, num_after: 1 });
      expect(found).toMatchObject({ anchor: ids[1], found_anchor: true });
      expect(found.messages.map(({ id }) => id)).toEqual([ids[1], ids[2]]);
    }
  });

  test('is the newest message when everything is read; messages not received count as read', async () => {
    const { messages, ...found } = await find(member, {
      anchor: 'first_unread',
      num_before: 1,
      narrow: [['channel', name]],
    });
    expect(found).toMatchObject({ anchor: NEWEST, found_newest: true, found_anchor: false });
    expect(messages).toMatchObject([{ id: ids[2], flags: ['read', 'historical'] }]);
  });
});

describe('a date as anchor', () => {
  let name: string;
  const ids: number[] = [];
  const days: string[] = [];
  const DAY = 24 * 3600;

  beforeAll(async () => {
    name = await channel([]);
    for (const content of ['first', 'second', 'third']) {
      app.clock.advance(2 * DAY);
      days.push(app.clock.now().toISOString().slice(0, 10));
      ids.push(await sendToStream(owner, name, 't', content));
    }
  });

  test.each([
    ['a day long ago', () => '1970-01-01', 0],
    ['the day of a message', () => days[1]!, 1],
    ['the day after it', () => dayAfter(days[1]!), 2],
    ['a moment', () => `${days[2]}T00:00:00`, 2],
    ['a moment with zone', () => `${days[1]}T00:00:00.5Z`, 1],
    ['a moment in another zone', () => `${days[1]}T23:00+23:00`, 1],
  ])('%s', async (_, date, expected) => {
    for (const narrow of [
      [['channel', name]],
      [
        ['channel', name],
        ['topic', 't'],
      ],
    ]) {
      const found = await find(owner, {
        anchor: 'date',
        anchor_date: date(),
        num_before: 0,
        num_after: 0,
        narrow,
      });
      expect(found).toMatchObject({ anchor: ids[expected], found_anchor: true });
    }
  });

  test.each(['2999-12-31', '9999-12-31T23:59:59Z'])('after everything: %s', async (date) => {
    const found = await find(owner, { anchor: 'date', anchor_date: date, num_before: 1 });
    expect(found).toMatchObject({ anchor: NEWEST, found_newest: true });
    expect(found.messages).toMatchObject([{ id: ids[2] }]);
  });

  test('considers only matching messages', async () => {
    const narrow = [['is', 'dm']];
    const found = await find(owner, { anchor: 'date', anchor_date: days[0], narrow });
    expect(found['anchor']).toBe(NEWEST);
  });

  function dayAfter(day: string): string {
    return new Date(Date.parse(day) + DAY * 1000).toISOString().slice(0, 10);
  }
});

describe('messages by id', () => {
  test('are returned by ascending id, once, without an anchor', async () => {
    const first = await sendToStream(owner, 'general', 'ids', 'first');
    const second = await sendToStream(owner, 'general', 'ids', 'second');
    const { body } = await owner.client.get('messages', {
      message_ids: [second, first, second],
      apply_markdown: false,
    });
    expect(body).toEqual({
      result: 'success',
      msg: '',
      found_anchor: false,
      found_oldest: false,
      found_newest: false,
      history_limited: false,
      messages: [
        expect.objectContaining({ id: first, content: 'first' }),
        expect.objectContaining({ id: second, content: 'second' }),
      ],
    });
  });

  test('are left out when they do not exist or cannot be seen', async () => {
    const name = await channel([], { invite_only: true });
    const secret = await sendToStream(owner, name, 't', 'secret');
    const own = await sendDirect(member, [member], 'own');
    const foreign = await sendToStream(elsewhere.owner, 'general', 't', 'foreign');
    const direct = await sendDirect(owner, [guest], 'direct');
    const ids = [secret, foreign, direct, -1, 0, NEWEST / 2, own];
    const { body } = await member.client.get('messages', { message_ids: ids });
    expect((body as Found).messages.map(({ id }) => id)).toEqual([own]);
  });

  test('can be an empty list', async () => {
    const { body } = await member.client.get('messages', { message_ids: [] });
    expect(body['messages']).toEqual([]);
  });

  test.each([
    [{ anchor: 'newest' }],
    [{ num_before: 0 }],
    [{ num_after: 1 }],
    [{ include_anchor: false }],
    [{ use_first_unread_anchor: true }],
    [{ narrow: [['is', 'dm']] }],
  ])('cannot be combined with %j', async (parameters) => {
    const answer = owner.client.get('messages', { message_ids: [1], ...parameters });
    const [name] = Object.keys(parameters);
    await expectRefusal(answer, { code: 'BAD_REQUEST', parameters: `${name}, message_ids` });
  });
});

describe('a narrow', () => {
  let team: string;
  let side: string;
  let teamId: number;
  let third: TestUser;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    ({ realm, owner, member, third, guest } = await createScene(app, {
      member: {},
      third: {},
      guest: { role: Role.Guest },
    }));
    groups = await app.app.get(GroupMembership).systemGroupIds(realm.realmId);
    // Deletes the welcome message, which would be in many results.
    await app.dataSource.query('DELETE FROM user_messages WHERE user_id = $1', [owner.userId]);
    await app.app.get(RealmsService).initialize(realm.realmId, {
      send_channel_events_messages: false,
    });
    app.clock.advance(10);
    team = await channel([member]);
    side = await channel([member]);
    teamId = await subscribe(owner, team);
    const note = async (label: string, id: Promise<number>): Promise<void> => {
      ids.set(label, await id);
    };
    await note('red', sendToStream(owner, team, 'Colors', 'red'));
    await note('blue', sendToStream(member, team, 'colors', 'blue'));
    await note('untitled', sendToStream(member, team, '', 'untitled'));
    await note('apple', sendToStream(owner, side, 'Fruit', 'apple'));
    await note('pair', sendDirect(member, [owner], 'pair'));
    await note('group', sendDirect(owner, [member, third], 'group'));
    await note('self', sendDirect(owner, [owner], 'self'));
    await app.dataSource.query(
      'UPDATE user_messages SET flags = flags | $3 WHERE user_id = $1 AND message_id = $2',
      [owner.userId, ids.get('blue'), 8],
    );
    for (const [flag, label] of [
      ['starred', 'apple'],
      ['starred', 'group'],
      ['read', 'red'],
      ['read', 'self'],
    ]) {
      const messages = [ids.get(label!)];
      await owner.client.expect('POST', 'messages/flags', { messages, op: 'add', flag });
    }
  });

  const ALL = ['red', 'blue', 'untitled', 'apple', 'pair', 'group', 'self'];
  type Operand = string | number | number[];
  const by: [name: string, operators: string[], operand: () => Operand, expected: string[]][] = [
    ['a channel', ['channel', 'stream'], () => team, ['red', 'blue', 'untitled']],
    ['a channel in other case', ['channel'], () => team.toUpperCase(), ['red', 'blue', 'untitled']],
    ['the id of a channel', ['channel', 'stream'], () => teamId, ['red', 'blue', 'untitled']],
    ['a topic', ['topic', 'TOPIC'], () => 'COLORS', ['red', 'blue']],
    ['the empty topic', ['topic'], () => '', ['untitled']],
    ['the empty topic by its name', ['topic'], () => 'general chat', ['untitled']],
    ['an unknown topic', ['topic'], () => 'nothing', []],
    ['a conversation of two', ['dm', 'pm-with', 'pm_with'], () => member.email, ['pair']],
    ['it by id', ['dm', 'pm-with'], () => [member.userId], ['pair']],
    ['it by one id', ['dm'], () => member.userId, ['pair']],
    ['it with oneself', ['dm'], () => [owner.userId, member.userId], ['pair']],
    ['a group', ['dm'], () => `${member.email},${third.email}`, ['group']],
    ['a group by id', ['dm'], () => [third.userId, member.userId], ['group']],
    ['notes to oneself', ['dm'], () => owner.email, ['self']],
    ['a conversation not begun', ['dm'], () => third.email, []],
    ['a sender', ['sender', 'from'], () => member.email, ['blue', 'untitled', 'pair']],
    ['a sender by id', ['sender'], () => member.userId, ['blue', 'untitled', 'pair']],
    ['an id', ['id'], () => ids.get('apple')!, ['apple']],
    ['an id as text', ['id'], () => String(ids.get('apple')), ['apple']],
    ['an unknown id', ['id'], () => 99_999_999, []],
    ['direct messages', ['is'], () => 'dm', ['pair', 'group', 'self']],
    ['private messages', ['is'], () => 'private', ['pair', 'group', 'self']],
    ['starred messages', ['is'], () => 'starred', ['apple', 'group']],
    ['mentions', ['is'], () => 'mentioned', ['blue']],
    ['unread messages', ['is'], () => 'unread', ['blue', 'untitled', 'apple', 'pair', 'group']],
    ['alert words', ['is'], () => 'alerted', []],
    ['resolved topics', ['is'], () => 'resolved', []],
    ['muted messages', ['is'], () => 'muted', []],
    ['followed topics', ['is'], () => 'followed', ['red', 'blue', 'apple']],
    ['what is not muted', ['in'], () => 'home', ALL],
    ['all', ['in'], () => 'all', ALL],
    ['links', ['has'], () => 'link', []],
    ['web-public channels', ['channels'], () => 'web-public', []],
    ['conversations with someone', ['dm-including'], () => member.userId, ['pair', 'group']],
    ['all conversations', ['dm-including'], () => owner.email, ['pair', 'group', 'self']],
    ['groups with someone', ['group-pm-with'], () => member.email, ['group']],
    ['mentions of someone', ['mentions'], () => owner.userId, ['blue']],
    ['words', ['search'], () => 'blue', ['blue']],
    ['what is near', ['near'], () => 7, ALL],
  ];

  test.each(by)('by %s', async (_, operators, operand, expected) => {
    for (const operator of operators) {
      const term = { operator, operand: operand() };
      expect(await contents(owner, [term])).toEqual(expected);
      expect(await contents(owner, [{ ...term, negated: false }])).toEqual(expected);
      if (typeof term.operand === 'string') {
        expect(await contents(owner, [[operator, term.operand]])).toEqual(expected);
      }
      const others = ALL.filter((label) => operator === 'near' || !expected.includes(label));
      expect(await contents(owner, [{ ...term, negated: true }])).toEqual(others);
    }
  });

  test('of several terms contains their intersection', async () => {
    expect(
      await contents(owner, [
        ['channel', team],
        ['topic', 'colors'],
      ]),
    ).toEqual(['red', 'blue']);
    expect(
      await contents(owner, [
        ['is', 'dm'],
        ['is', 'starred'],
      ]),
    ).toEqual(['group']);
    expect(
      await contents(owner, [
        ['sender', member.email],
        ['is', 'mentioned'],
      ]),
    ).toEqual(['blue']);
    expect(
      await contents(owner, [
        ['channel', team],
        { operator: 'sender', operand: owner.userId, negated: true },
        { operator: 'is', operand: 'mentioned', negated: true },
      ]),
    ).toEqual(['untitled']);
    expect(
      await contents(owner, [
        ['channel', team],
        ['channel', side],
      ]),
    ).toEqual([]);
  });

  test.each([
    ['an unknown operator', ['mood', 'good']],
    ['an operator of every object', ['constructor', 'x']],
    ['an unknown kind', ['is', 'funny']],
    ['a kind that is no text', { operator: 'is', operand: 1 }],
    ['a kind of every object', ['is', 'constructor']],
    ['an unknown place', ['in', 'garden']],
    ['an unknown part', ['has', 'toString']],
    ['unknown channels', ['channels', 'secret']],
    ['a search for a number', { operator: 'search', operand: 7 }],
    ['an unknown person in conversations', ['dm-including', 'nobody@example.com']],
    ['an unknown person in groups', { operator: 'group-pm-with', operand: 99_999_999 }],
    ['mentions of no one', ['mentions', 'nobody@example.com']],
    ['a conversation without people', { operator: 'dm', operand: [] }],
    ['an unknown channel', ['channel', 'no such']],
    ['an unknown channel id', { operator: 'channel', operand: 99_999_999 }],
    ['a huge channel id', { operator: 'channel', operand: 2 ** 45 }],
    ['a list of channels', { operator: 'channel', operand: [1] }],
    ['a topic that is no text', { operator: 'topic', operand: 5 }],
    ['an unknown sender', ['sender', 'nobody@example.com']],
    ['an unknown sender id', { operator: 'sender', operand: 99_999_999 }],
    ['a huge sender id', { operator: 'sender', operand: 2 ** 45 }],
    ['a list of senders', { operator: 'sender', operand: [1] }],
    ['an unknown person', ['dm', 'nobody@example.com']],
    ['nobody', ['dm', '']],
    ['a huge person id', { operator: 'dm', operand: [2 ** 45] }],
    ['a message id that is none', ['id', 'first']],
    ['a negative message id', { operator: 'id', operand: -1 }],
    ['a list of message ids', { operator: 'id', operand: [1] }],
  ])('cannot be by %s', async (_, term) => {
    await expectRefusal(ask(owner, { narrow: [term] }), {
      code: 'BAD_NARROW',
      desc: expect.any(String),
    });
  });

  test('by two senders is empty', async () => {
    const operand = `${owner.email},${member.email}`;
    await expectRefusal(ask(owner, { narrow: [['sender', operand]] }), { code: 'BAD_NARROW' });
  });

  test.each([
    ['dm', () => member.email],
    ['is', () => 'dm'],
    ['is', () => 'private'],
  ])('cannot be by a channel and by %s', async (operator, operand) => {
    const narrow = [['channel', team], { operator, operand: operand() }];
    await expectRefusal(ask(owner, { narrow }), { code: 'BAD_NARROW' });
    const negated = [['channel', team], { operator, operand: operand(), negated: true }];
    expect(await contents(owner, negated)).toEqual(['red', 'blue', 'untitled']);
  });

  test('by users and channels of another organization fails', async () => {
    const name = unique('channel');
    const id = await subscribe(elsewhere.owner, name);
    for (const term of [
      { operator: 'channel', operand: name },
      { operator: 'channel', operand: id },
      { operator: 'sender', operand: elsewhere.owner.userId },
      { operator: 'sender', operand: elsewhere.owner.email },
      { operator: 'dm', operand: [elsewhere.owner.userId] },
    ]) {
      await expectRefusal(ask(owner, { narrow: [term] }), { code: 'BAD_NARROW' });
    }
    const foreign = await sendToStream(elsewhere.owner, id, 't', 'foreign');
    expect(await contents(owner, [{ operator: 'id', operand: foreign }])).toEqual([]);
  });

  test("by one of the server's own bots", async () => {
    const bot = await app.app.get(UsersService).systemBot(realm.realmId, 'notification-bot');
    expect(await contents(owner, [['sender', bot.email]])).toEqual([]);
    expect(await contents(owner, [{ operator: 'dm', operand: [bot.id] }])).toEqual([]);
  });
});

describe('history', () => {
  const UNKNOWN = 'unknown';
  let joiner: TestUser;
  let outsider: TestUser;
  let administrator: TestUser;
  let bot: TestUser;

  beforeAll(async () => {
    joiner = await createUser(app, realm);
    outsider = await createUser(app, realm);
    administrator = await createUser(app, realm, { role: Role.Administrator });
    bot = await createUser(app, realm, { bot: { type: 1, ownerId: joiner.userId } });
  });

  const readers = {
    joiner: () => joiner,
    outsider: () => outsider,
    administrator: () => administrator,
    guest: () => guest,
    bot: () => bot,
  };
  type Reader = keyof typeof readers;

  /** The messages that each user can read in a channel that `joiner` and `guest` join between two. */
  const rules: [string, Parameters, Record<Reader, string[] | typeof UNKNOWN>][] = [
    [
      'a public channel is open to all members, to guests when they join',
      {},
      {
        joiner: ['before', 'after'],
        outsider: ['before', 'after'],
        administrator: ['before', 'after'],
        guest: ['before', 'after'],
        bot: ['before', 'after'],
      },
    ],
    [
      'a private channel with shared history is open to subscribers',
      { invite_only: true, history_public_to_subscribers: true },
      {
        joiner: ['before', 'after'],
        outsider: UNKNOWN,
        administrator: [],
        guest: ['before', 'after'],
        bot: [],
      },
    ],
    [
      'a private channel with protected history shows what one received',
      { invite_only: true, history_public_to_subscribers: false },
      {
        joiner: ['after'],
        outsider: UNKNOWN,
        administrator: [],
        guest: ['after'],
        bot: [],
      },
    ],
  ];

  test.each(rules)('%s', async (_, settings, expected) => {
    const name = await channel([], settings);
    const before = await sendToStream(owner, name, 'topic', 'before');
    await join(joiner, name);
    await join(guest, name);
    const after = await sendToStream(owner, name, 'topic', 'after');
    for (const [who, reader] of Object.entries(readers)) {
      const found = expected[who as Reader];
      const narrow = [['channel', name]];
      if (found === UNKNOWN) await expectRefusal(ask(reader(), { narrow }), { code: 'BAD_NARROW' });
      else expect([who, await contents(reader(), narrow)]).toEqual([who, found]);
      const { messages } = await find(reader(), {
        message_ids: [before, after],
        anchor: undefined,
        num_before: undefined,
        num_after: undefined,
      });
      expect([who, messages.map(({ content }) => content)]).toEqual([
        who,
        found === UNKNOWN ? [] : found,
      ]);
    }
  });

  test('of a private channel is readable for users who may subscribe', async () => {
    const name = await channel([], {
      invite_only: true,
      history_public_to_subscribers: true,
      can_subscribe_group: groups['role:members'],
    });
    await sendToStream(owner, name, 'topic', 'shared');
    expect(await contents(outsider, [['channel', name]])).toEqual(['shared']);
    await expectRefusal(ask(guest, { narrow: [['channel', name]] }), { code: 'BAD_NARROW' });
  });

  test('has the flag historical; received messages keep their flags', async () => {
    const name = await channel([]);
    await sendToStream(owner, name, 'topic', 'before');
    await join(joiner, name);
    await sendToStream(owner, name, 'topic', 'after');
    const { messages } = await find(joiner, { narrow: [['channel', name]] });
    expect(messages.map(({ flags }) => flags)).toEqual([['read', 'historical'], []]);
  });

  test('is included only for a named channel without conditions on flags', async () => {
    const name = await channel([]);
    await sendToStream(owner, name, 'history', 'before');
    await join(joiner, name);
    await sendToStream(owner, name, 'history', 'after');
    const topic = { operator: 'topic', operand: 'history' };
    const there = { operator: 'channel', operand: name };
    expect(await contents(joiner, [topic])).toEqual(['after']);
    expect(await contents(joiner, [there, topic])).toEqual(['before', 'after']);
    expect(await contents(joiner, [there, { operator: 'is', operand: 'unread' }])).toEqual([
      'after',
    ]);
    const read = { operator: 'is', operand: 'unread', negated: true };
    expect(await contents(joiner, [there, read])).toEqual([]);
    expect(await contents(joiner, [topic, { ...there, negated: true }])).toEqual([]);
    expect(await contents(outsider, [topic])).toEqual([]);
  });

  describe('received messages', () => {
    const TERMS: Record<string, (name: string) => unknown[]> = {
      everything: () => [],
      'the topic': () => [['topic', 'received']],
      'the sender': () => [{ operator: 'sender', operand: owner.userId }],
      'what is starred': () => [['is', 'starred']],
      'not another topic': () => [{ operator: 'topic', operand: 'other', negated: true }],
      'not direct': () => [{ operator: 'is', operand: 'dm', negated: true }],
    };

    /** Messages that the reader received and starred before losing access. */
    async function received(reader: TestUser, settings: Parameters): Promise<[string, number]> {
      const name = await channel([reader], settings);
      const id = await sendToStream(owner, name, 'received', name);
      const star = { op: 'add', flag: 'starred', messages: [id] };
      await reader.client.expect('POST', 'messages/flags', star);
      return [name, id];
    }

    function leave(reader: TestUser, name: string): Promise<unknown> {
      return reader.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    }

    async function expectFound(
      reader: TestUser,
      [name, id]: [string, number],
      isFound: boolean,
    ): Promise<void> {
      for (const [what, narrow] of Object.entries(TERMS)) {
        const found = await contents(reader, narrow(name));
        expect([what, found.includes(name)]).toEqual([what, isFound]);
      }
      expect(await contents(reader, [{ operator: 'id', operand: id }])).toEqual(
        isFound ? [name] : [],
      );
      const { body } = await reader.client.get('messages', { message_ids: [id] });
      expect((body as Found).messages.map((message) => message.id)).toEqual(isFound ? [id] : []);
    }

    test.each<[string, Role, Parameters, boolean]>([
      ['a private channel', Role.Member, { invite_only: true }, false],
      ['a private channel, as an administrator', Role.Administrator, { invite_only: true }, false],
      [
        'a private channel with shared history',
        Role.Member,
        { invite_only: true, history_public_to_subscribers: true },
        false,
      ],
      ['a public channel', Role.Member, {}, true],
      ['a public channel, as a guest', Role.Guest, {}, false],
    ])('in %s after unsubscribing', async (_, role, settings, isFound) => {
      const leaver = await createUser(app, realm, { role });
      const message = await received(leaver, settings);
      await expectFound(leaver, message, true);
      await leave(leaver, message[0]);
      await expectFound(leaver, message, isFound);
      await join(leaver, message[0]);
      await expectFound(leaver, message, true);
    });

    test('in a channel that became inaccessible but stayed visible', async () => {
      const leaver = await createUser(app, realm, { role: Role.Administrator });
      const [name] = await received(leaver, { invite_only: true });
      await leave(leaver, name);
      expect(await contents(leaver, [['channel', name]])).toEqual([]);
    });

    test('in a public channel that became private', async () => {
      const leaver = await createUser(app, realm);
      const message = await received(leaver, {});
      await leave(leaver, message[0]);
      const { stream_id: id } = await owner.client.expect('GET', 'get_stream_id', {
        stream: message[0],
      });
      await expectFound(leaver, message, true);
      await owner.client.expect('PATCH', `streams/${id as number}`, { is_private: true });
      await expectFound(leaver, message, false);
    });

    test('in a private channel as long as a group has access', async () => {
      const leaver = await createUser(app, realm);
      const { group_id: group } = await owner.client.expect('POST', 'user_groups/create', {
        name: unique('readers'),
        description: '',
        members: [leaver.userId],
      });
      const message = await received(leaver, { invite_only: true, can_subscribe_group: group });
      await leave(leaver, message[0]);
      await expectFound(leaver, message, true);
      await owner.client.expect('POST', `user_groups/${group as number}/members`, {
        delete: [leaver.userId],
      });
      await expectFound(leaver, message, false);
    });
  });
});

describe('the form of messages', () => {
  test('is HTML unless the Markdown is requested', async () => {
    const id = await sendToStream(owner, await channel([]), 'form', '**bold**');
    const formed = async (parameters: Parameters): Promise<unknown[]> => {
      const { body } = await owner.client.get('messages', { message_ids: [id], ...parameters });
      const [message] = (body as Found).messages;
      return [message!.content, message!['content_type']];
    };
    const html = ['<p><strong>bold</strong></p>', 'text/html'];
    expect(await formed({})).toEqual(html);
    expect(await formed({ apply_markdown: true })).toEqual(html);
    expect(await formed({ apply_markdown: false })).toEqual(['**bold**', 'text/x-markdown']);
  });

  test('leaves gravatars to clients that compute them', async () => {
    const id = await sendDirect(owner, [owner], 'picture');
    const avatar = async (parameters: Parameters): Promise<unknown> => {
      const { body } = await owner.client.get('messages', { message_ids: [id], ...parameters });
      return (body as Found).messages[0]!['avatar_url'];
    };
    expect(await avatar({})).toBeNull();
    expect(await avatar({ client_gravatar: true })).toBeNull();
    expect(await avatar({ client_gravatar: false })).toMatch(/^https:\/\/secure\.gravatar\.com\//);
  });

  test('has every field', async () => {
    const name = await channel([]);
    const before = app.clock.seconds();
    const id = await sendToStream(owner, name, 'fields', 'text');
    const after = app.clock.seconds();
    const { messages } = await find(owner, { narrow: [['channel', name]] });
    expect(messages).toEqual([
      {
        id,
        type: 'stream',
        sender_id: owner.userId,
        sender_full_name: 'Sample Owner',
        sender_email: owner.email,
        sender_realm_str: realm.host.split('.')[0],
        avatar_url: null,
        client: 'ParleyTest',
        content: 'text',
        content_type: 'text/x-markdown',
        display_recipient: name,
        stream_id: await subscribe(owner, name),
        recipient_id: expect.any(Number),
        subject: 'fields',
        topic_links: [],
        timestamp: expect.any(Number),
        is_me_message: false,
        reactions: [],
        submessages: [],
        flags: [],
      },
    ]);
    expect(messages[0]!['timestamp']).toBeGreaterThanOrEqual(before);
    expect(messages[0]!['timestamp']).toBeLessThanOrEqual(after);
  });
});
