// Searching messages: matches in several languages, highlights, and searches after edits.
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { MessageRange } from '#modules/messages/fetch';
import { sharedTestApp } from './app.js';
import type { Parameters } from './client.js';
import { sendDirect, sendToStream, subscribe, type TestUser } from './factories.js';
import { createScene } from './scene.js';

const app = await sharedTestApp();
const { owner, member } = await createScene(app, { member: {} });

interface Hit {
  id: number;
  content: string;
  match_content: string;
  match_subject: string;
}

async function search(
  reader: TestUser,
  narrow: unknown[],
  parameters: Parameters = {},
): Promise<Hit[]> {
  const { messages } = await reader.client.expect('GET', 'messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow,
    ...parameters,
  });
  return messages as Hit[];
}

async function foundIn(channel: string, given: string): Promise<string[]> {
  const narrow = [
    ['channel', channel],
    ['sender', owner.email],
    ['search', given],
  ];
  const hits = await search(owner, narrow, { apply_markdown: false });
  return hits.map(({ content }) => content);
}

describe('results', () => {
  const TEXTS = [
    'The server was running all night',
    'Deployments to `staging.example.com` need two approvals',
    'Die Straße führt nach Köln',
    'Le café est fermé à Noël',
    'Сообщения были отправлены вчера',
    '東京タワーで会いましょう',
    '我们明天去北京开会',
    '서울에서 만나요',
    'พบกันที่กรุงเทพ',
    'שָׁלוֹם עולם',
    'مرحبا بالعالم',
    'हिन्दी में संदेश',
    'C++ & C#: 100% <fun>',
    'first **second** third',
    'see [the plan](https://example.com/hidden-address)',
  ];

  beforeAll(async () => {
    await subscribe(owner, 'languages');
    for (const text of TEXTS) await sendToStream(owner, 'languages', 'texts', text);
    await sendToStream(owner, 'languages', 'Größe of topics', 'nothing else');
  });

  test.each([
    ['run', [0]],
    ['RUNS', [0]],
    ['night server', [0]],
    ['server day', []],
    ['deployment', [1]],
    ['staging', [1]],
    ['staging.example.com', [1]],
    ['example.staging', []],
    ['strasse', [2]],
    ['Straße', [2]],
    ['koln', [2]],
    ['cafe noel', [3]],
    ['сообщение', [4]],
    ['сообщ', []],
    ['"сообщ"', [4]],
    ['東京', [5]],
    ['タワー', [5]],
    ['京東', []],
    ['北京', [6]],
    ['开会', [6]],
    ['서울', [7]],
    ['กรุงเทพ', [8]],
    ['שלום', [9]],
    ['مرحبا', [10]],
    ['संदेश', [11]],
    ['"C++"', [12]],
    ['"C#"', [12]],
    ['"C-"', []],
    ['"100%"', [12]],
    ['"<fun>"', [12]],
    ['%', [12]],
    ['"first second"', [13]],
    ['"second first"', []],
    ['"first third"', []],
    ['first third', [13]],
    ['"first sec"', [13]],
    ['"irst"', []],
    ['plan', [14]],
    ['hidden', []],
    ['grosse', [15]],
    ['grosse nothing', [15]],
    ['"topics nothing"', []],
  ])('%j', async (given, expected) => {
    const texts = [...TEXTS, 'nothing else'];
    expect(await foundIn('languages', given)).toEqual(expected.map((index) => texts[index]));
  });

  test('all messages for an empty search', async () => {
    expect(await foundIn('languages', '')).toHaveLength(TEXTS.length + 1);
    expect(await foundIn('languages', '""')).toHaveLength(TEXTS.length + 1);
  });

  test.each(['\\', "'", ':*', "a' | 'b", '!(a)', '<->', '"', '""""', 'a:b', '%_\\'])(
    'no error: %j',
    async (given) => {
      expect(await foundIn('languages', given)).toEqual(expect.any(Array));
    },
  );

  test('refuses long searches', async () => {
    const { status, body } = await owner.client.get('messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [['search', 'word '.repeat(300)]],
    });
    expect([status, body['code']]).toEqual([400, 'BAD_NARROW']);
  });

  test('several searches must all match, and a negated one must not', async () => {
    const narrow = (terms: unknown[]): Promise<Hit[]> =>
      search(owner, [['channel', 'languages'], ['sender', owner.email], ...terms]);
    expect(
      await narrow([
        ['search', 'server'],
        ['search', 'night'],
      ]),
    ).toHaveLength(1);
    expect(
      await narrow([
        ['search', 'server'],
        ['search', 'day'],
      ]),
    ).toEqual([]);
    const without = await narrow([{ operator: 'search', operand: 'server', negated: true }]);
    expect(without).toHaveLength(TEXTS.length);
    expect(without[0]).not.toHaveProperty('match_content');
  });
});

describe('highlights', () => {
  test('in the HTML of the text and of the topic', async () => {
    await subscribe(owner, 'marks');
    await sendToStream(owner, 'marks', 'Plans <b> & release', 'a **rel**ease & `release`');
    for (const parameters of [{}, { apply_markdown: false }]) {
      const [hit] = await search(
        owner,
        [
          ['channel', 'marks'],
          ['search', 'releases'],
        ],
        parameters,
      );
      expect(hit).toMatchObject({
        match_content:
          '<p>a <strong><span class="highlight">rel</span></strong><span class="highlight">ease</span> &amp; <code><span class="highlight">release</span></code></p>',
        match_subject: 'Plans &lt;b&gt; &amp; <span class="highlight">release</span>',
      });
    }
  });

  test('without a topic in direct messages', async () => {
    await sendDirect(owner, [member], 'a private word');
    const [hit] = await search(member, [
      ['is', 'dm'],
      ['search', 'word'],
    ]);
    expect(hit).toMatchObject({
      match_content: '<p>a private <span class="highlight">word</span></p>',
      match_subject: '',
    });
  });
});

describe('GET /messages/matches_narrow', () => {
  test('returns accessible messages that match', async () => {
    await subscribe(owner, 'matches', { invite_only: true });
    const apple = await sendToStream(owner, 'matches', 'fruit', 'an apple');
    const pear = await sendToStream(owner, 'matches', 'fruit', 'a pear');
    const narrow = [{ operator: 'search', operand: 'apples fruit' }];
    const ids = [apple, pear, 99_999_999];
    expect(
      await owner.client.expect('GET', 'messages/matches_narrow', { msg_ids: ids, narrow }),
    ).toMatchObject({
      messages: {
        [apple]: {
          match_content: '<p>an <span class="highlight">apple</span></p>',
          match_subject: '<span class="highlight">fruit</span>',
        },
      },
    });
    const { messages } = await owner.client.expect('GET', 'messages/matches_narrow', {
      msg_ids: ids,
      narrow: [{ operator: 'sender', operand: owner.userId }],
    });
    expect(messages).toEqual({
      [apple]: { match_content: '<p>an apple</p>', match_subject: 'fruit' },
      [pear]: { match_content: '<p>a pear</p>', match_subject: 'fruit' },
    });
    expect(
      await member.client.expect('GET', 'messages/matches_narrow', { msg_ids: ids, narrow }),
    ).toMatchObject({ messages: {} });
  });

  test.each([
    [{ msg_ids: undefined }, 'REQUEST_VARIABLE_MISSING'],
    [{ narrow: undefined }, 'REQUEST_VARIABLE_MISSING'],
    [{ msg_ids: ['a'] }, 'BAD_REQUEST'],
    [{ narrow: [['mood', 'good']] }, 'BAD_NARROW'],
  ])('refuses %j', async (parameters, code) => {
    const { status, body } = await owner.client.get('messages/matches_narrow', {
      msg_ids: [1],
      narrow: [],
      ...parameters,
    });
    expect([status, body['code']]).toEqual([400, code]);
  });
});

describe('results after changes of messages', () => {
  test('edits change results for the text, not for the topic', async () => {
    await subscribe(owner, 'edits');
    const id = await sendToStream(owner, 'edits', 'sailing trip', 'bring a tent');
    await owner.client.expect('PATCH', `messages/${id}`, { content: 'bring a canoe' });
    expect(await foundIn('edits', 'tent')).toEqual([]);
    expect(await foundIn('edits', 'canoe')).toEqual(['bring a canoe']);
    expect(await foundIn('edits', '"sailing trip" canoe')).toEqual(['bring a canoe']);
  });

  test('moves change results for the topic, not for the text', async () => {
    await subscribe(owner, 'moves');
    const id = await sendToStream(owner, 'moves', 'old topic', 'some lasting words');
    await owner.client.expect('PATCH', `messages/${id}`, { topic: 'fresh subject' });
    expect(await foundIn('moves', 'old')).not.toContain('some lasting words');
    expect(await foundIn('moves', '"fresh subject" "lasting words"')).toEqual([
      'some lasting words',
    ]);
    await owner.client.expect('PATCH', `messages/${id}`, { content: 'other words' });
    expect(await foundIn('moves', '"fresh subject" other')).toEqual(['other words']);
  });

  test('a message that moves to a private channel while it is found is not shown', async () => {
    await subscribe(owner, 'leaving');
    await subscribe(member, 'leaving');
    await subscribe(owner, 'closed', { invite_only: true });
    const id = await sendToStream(owner, 'leaving', 'plans', 'surprise party');
    await sendToStream(owner, 'leaving', 'plans', 'surprise cake');
    const { stream_id } = await owner.client.expect('GET', 'get_stream_id', { stream: 'closed' });
    const range = app.app.get(MessageRange);
    const find = range.find.bind(range);
    jest.spyOn(range, 'find').mockImplementationOnce(async (...input) => {
      const found = await find(...input);
      expect(found.found.map((message) => message.id)).toContain(id);
      await owner.client.expect('PATCH', `messages/${id}`, { stream_id: stream_id as number });
      return found;
    });
    const hits = await search(member, [['search', 'surprise']], { apply_markdown: false });
    expect(hits.map(({ content }) => content)).toEqual(['surprise cake']);
  });
});
