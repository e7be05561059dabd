// The cost of finding messages depends on the result, not on the number of all messages: among several
// ten thousand messages, every statement of GET /messages uses an index and reads few more rows than it
// returns.
import { describe, test } from '@jest/globals';
import { MessageMentionsRepository } from '#modules/messages/render/message-mentions.repository.js';
import { ownTestApp } from './app.js';
import type { Parameters } from './client.js';
import { createPeople, sendDirect, subscribe } from './factories.js';
import { explain, expectCheap, type PlanNode } from './query-plans.js';
import { createScene } from './scene.js';

const CHANNELS = 20;
const MESSAGES = 40_000;
/** After many older messages: among few messages every plan is fast. */
const FIRST_UNREAD = 10_000;
const CROWD = 3;
const TOPICS = 50;
const ASKED_FOR = 50;
/** Rows of one table: each side of the anchor, the lookup of results, and some skipped rows. */
const FEW_ROWS = 1500;
/** For two terms, PostgreSQL may scan the matches of one of them: a channel has about 2,000 messages. */
const ROWS_OF_PAIRS = 3000;
const app = await ownTestApp();
const { realm, reader, rare } = await createScene(app, { reader: {}, rare: {} });

let middle: number;
await createHistory();

/**
 * Messages in channels, most of which the reader received, with direct messages, stars and mentions among
 * them; the reader can no longer access one of the channels.
 */
async function createHistory(): Promise<void> {
  const names = Array.from({ length: CHANNELS }, (_, index) => `channel ${index}`);
  await realm.owner.client.expect('POST', 'users/me/subscriptions', {
    subscriptions: names.map((name) => ({ name })),
    principals: [realm.owner.userId, reader.userId],
    send_new_subscription_messages: false,
  });
  await subscribe(realm.owner, 'unread by the reader');
  // Other users have user messages too, so that reading those of all users is never the cheapest plan.
  const crowd = await createPeople(app, realm, CROWD);
  await sendDirect(reader, [rare], 'direct');
  await sendDirect(reader, [reader], 'direct');
  await app.dataSource.query(
    `WITH address AS (
       SELECT r.id, row_number() OVER (ORDER BY r.id) - 1 AS number, r.stream_id
       FROM recipients r
       LEFT JOIN streams s ON s.id = r.stream_id
       WHERE r.realm_id = $1 AND (s.name LIKE 'channel %' OR s.name LIKE 'unread %'
         OR $3 = ANY(r.user_ids) AND cardinality(r.user_ids) = 2)
     ), sent AS (
       INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name, has_link, has_image, has_attachment, search_vector)
       SELECT $1, CASE WHEN n % 400 = 0 THEN $4::integer ELSE $2 END, address.id,
         CASE WHEN address.stream_id IS NULL THEN '' WHEN n % 700 = 0 THEN '✔ topic'
           ELSE 'topic ' || n % $6 END,
         'content', '<p>content</p>', now() - make_interval(mins => $5 - n), 'test',
         n % 350 = 0, n % 350 = 1, n % 350 = 2,
         CASE WHEN n % 450 = 0 THEN '''rare'':1 ''common'':2' ELSE '''common'':2' END::tsvector
       FROM generate_series(1, $5::integer) AS n
       JOIN address ON number = CASE WHEN n % 300 = 0 THEN (SELECT max(number) FROM address)
         ELSE n / 7 % (SELECT max(number) FROM address) END
       ORDER BY n
       RETURNING id, recipient_id
     )
     INSERT INTO user_messages (user_id, message_id, flags)
     SELECT copy.user_id, sent.id,
       CASE WHEN copy.user_id <> $3 OR sent.id % 100 <> 0 OR sent.id < $8 THEN 1 ELSE 0 END
         | CASE WHEN sent.id % 500 = 0 THEN 2 | 8 | 128 ELSE 0 END
         | CASE WHEN address.stream_id IS NULL THEN 512 ELSE 0 END
     FROM sent
     JOIN address ON address.id = sent.recipient_id
     LEFT JOIN streams ON streams.id = address.stream_id
     CROSS JOIN unnest($7::integer[] || $2::integer || $3::integer) AS copy (user_id)
     WHERE copy.user_id <> $3 OR streams.name IS DISTINCT FROM 'unread by the reader'`,
    [
      realm.realmId,
      realm.owner.userId,
      reader.userId,
      rare.userId,
      MESSAGES,
      TOPICS,
      crowd,
      FIRST_UNREAD,
    ],
  );
  await app.dataSource.query(
    `INSERT INTO reactions (message_id, user_id, emoji_name, emoji_code, reaction_type)
     SELECT id, $2, 'smile', '1f642', 'unicode_emoji' FROM messages
     WHERE realm_id = $1 AND id % 400 = 0`,
    [realm.realmId, rare.userId],
  );
  await app.dataSource.query(
    `INSERT INTO user_topics (user_id, stream_id, topic, visibility_policy, last_updated)
     SELECT $1, id, 'topic 7', CASE name WHEN 'channel 7' THEN 1 ELSE 3 END, now() FROM streams
     WHERE realm_id = $2 AND name IN ('channel 7', 'channel 8', 'channel 9')`,
    [reader.userId, realm.realmId],
  );
  await closeToReader('channel 5');
  await app.dataSource.query('VACUUM ANALYZE');
  const [row] = await app.dataSource.query<{ id: string }[]>(
    'SELECT (min(id) + max(id)) / 2 AS id FROM messages WHERE realm_id = $1',
    [realm.realmId],
  );
  middle = Number(row!.id);
}

async function closeToReader(name: string): Promise<void> {
  const { stream_id: id } = await realm.owner.client.expect('GET', 'get_stream_id', {
    stream: name,
  });
  await realm.owner.client.expect('PATCH', `streams/${id as number}`, { is_private: true });
  await reader.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
}

function plansOf(parameters: Parameters): Promise<PlanNode[]> {
  return explain(app, () => reader.client.expect('GET', 'messages', parameters));
}

const is = (operand: string) => () => [['is', operand]];
const has = (operand: string) => () => [['has', operand]];

/** Narrows by one operator. */
const TERMS: Record<string, () => unknown[]> = {
  everything: () => [],
  'a channel': () => [['channel', 'channel 3']],
  'a channel without own copies': () => [['channel', 'unread by the reader']],
  'a topic of a channel': () => [
    ['channel', 'channel 3'],
    ['topic', 'TOPIC 7'],
  ],
  'public channels': () => [['channels', 'public']],
  'a conversation': () => [{ operator: 'dm', operand: [rare.userId] }],
  'conversations with someone': () => [{ operator: 'dm-including', operand: rare.userId }],
  'all conversations': () => [{ operator: 'dm-including', operand: reader.userId }],
  'a sender of little': () => [{ operator: 'sender', operand: rare.userId }],
  'a sender of much': () => [{ operator: 'sender', operand: realm.owner.userId }],
  'direct messages': is('dm'),
  'starred messages': is('starred'),
  'unread messages': is('unread'),
  mentions: is('mentioned'),
  'alert words': is('alerted'),
  'resolved topics': is('resolved'),
  'followed topics': is('followed'),
  'muted messages': is('muted'),
  home: () => [['in', 'home']],
  'mentions of someone': () => [{ operator: 'mentions', operand: realm.owner.userId }],
  links: has('link'),
  images: has('image'),
  attachments: has('attachment'),
  reactions: has('reaction'),
  'a rare word': () => [['search', 'rare']],
  'a common word': () => [['search', 'common']],
  'one message': () => [{ operator: 'id', operand: middle }],
  'near a message': () => [{ operator: 'near', operand: middle }],
  'with a message': () => [{ operator: 'with', operand: middle }],
  'not a channel': () => [{ operator: 'channel', operand: 'channel 3', negated: true }],
  'read messages': () => [{ operator: 'is', operand: 'unread', negated: true }],
};

/** The most frequent combinations. */
const PAIRS: [string, string][] = [
  ['a channel', 'unread messages'],
  ['a channel', 'a rare word'],
  ['a channel', 'a common word'],
  ['a channel', 'a sender of little'],
  ['a topic of a channel', 'a common word'],
  ['a conversation', 'a rare word'],
  ['a conversation', 'a common word'],
  ['a sender of little', 'a common word'],
  ['public channels', 'a rare word'],
  ['unread messages', 'home'],
  ['a channel', 'links'],
];

describe.each([
  ['newest', () => ({ anchor: 'newest', num_before: ASKED_FOR, num_after: 0 })],
  ['oldest', () => ({ anchor: 'oldest', num_before: 0, num_after: ASKED_FOR })],
  ['middle', () => ({ anchor: String(middle), num_before: ASKED_FOR, num_after: ASKED_FOR })],
  ['first unread', () => ({ anchor: 'first_unread', num_before: ASKED_FOR, num_after: ASKED_FOR })],
  [
    'date',
    () => ({
      anchor: 'date',
      anchor_date: new Date(Date.now() - (MESSAGES / 2) * 60_000).toISOString(),
      num_before: ASKED_FOR,
      num_after: ASKED_FOR,
    }),
  ],
])('around the anchor %s', (_, range) => {
  test.each(Object.entries(TERMS))('%s: reads only the returned messages', async (_name, term) => {
    expectCheap(await plansOf({ ...range(), narrow: term() }), FEW_ROWS);
  });

  test.each(PAIRS)('%s and %s: reads only the returned messages', async (one, other) => {
    expectCheap(
      await plansOf({ ...range(), narrow: [...TERMS[one]!(), ...TERMS[other]!()] }),
      ROWS_OF_PAIRS,
    );
  });

  test('a topic in any channel: reads the messages between the matches', async () => {
    const plans = await plansOf({ ...range(), narrow: [['topic', 'TOPIC 7']] });
    expectCheap(plans, FEW_ROWS * TOPICS);
  });
});

test('messages by id: reads only these', async () => {
  const ids = Array.from({ length: ASKED_FOR }, (_, index) => middle + 100 * index);
  expectCheap(await plansOf({ message_ids: ids }), FEW_ROWS);
});

test('participants of a topic: reads the messages of the topic', async () => {
  const [address] = await app.dataSource.query<{ id: number }[]>(
    `SELECT r.id FROM recipients r JOIN streams s ON s.id = r.stream_id
     WHERE s.realm_id = $1 AND s.name = 'channel 3'`,
    [realm.realmId],
  );
  const mentions = app.app.get(MessageMentionsRepository);
  const plans = await explain(app, () => mentions.participants(address!.id, 'TOPIC 7'));
  expectCheap(plans, FEW_ROWS, ['messages']);
});
