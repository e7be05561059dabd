// Finding messages costs what is asked for, not what there is: over some ten thousand messages,
// every statement of GET /messages reads by index, and few more rows than it answers with.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { startTestApp, type TestApp } from './app.js';
import type { Parameters } from './client.js';
import {
  createRealm,
  createUser,
  sendDirect,
  subscribe,
  type TestRealm,
  type TestUser,
} from './factories.js';

const CHANNELS = 20;
const MESSAGES = 40_000;
const TOPICS = 50;
const ASKED_FOR = 50;
/** Of one table: each side of the anchor, the lookup of what is found, and some that are skipped. */
const FEW_ROWS = 1500;

let app: TestApp;
let realm: TestRealm;
let reader: TestUser;
let rare: TestUser;
let middle: number;

beforeAll(async () => {
  app = await startTestApp();
  realm = await createRealm(app);
  reader = await createUser(app, realm);
  rare = await createUser(app, realm);
  await createHistory();
}, 60_000);
afterAll(() => app.close());

/** Channel messages of which the reader got most, with direct ones, stars and mentions among them. */
async function createHistory(): Promise<void> {
  const names = Array.from({ length: CHANNELS }, (_, index) => `channel ${index}`);
  await realm.owner.client.expect('POST', 'users/me/subscriptions', {
    subscriptions: names.map((name) => ({ name })),
    principals: [realm.owner.userId, reader.userId],
    send_new_subscription_messages: false,
  });
  await subscribe(realm.owner, 'unread by the reader');
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
         date_sent, client_name)
       SELECT $1, CASE WHEN n % 400 = 0 THEN $4::integer ELSE $2 END, address.id,
         CASE WHEN address.stream_id IS NULL THEN '' ELSE 'topic ' || n % $6 END,
         'content', '<p>content</p>', now() - make_interval(mins => $5 - n), 'test'
       FROM generate_series(1, $5::integer) AS n
       JOIN address ON number = CASE WHEN n % 300 = 0 THEN (SELECT max(number) FROM address)
         ELSE n / 7 % (SELECT max(number) FROM address) END
       ORDER BY n
       RETURNING id, recipient_id
     )
     INSERT INTO user_messages (user_id, message_id, flags)
     SELECT copy.user_id, sent.id,
       CASE WHEN copy.user_id = $2 OR sent.id % 100 <> 0 THEN 1 ELSE 0 END
         | CASE WHEN sent.id % 500 = 0 THEN 2 | 8 ELSE 0 END
         | CASE WHEN address.stream_id IS NULL THEN 512 ELSE 0 END
     FROM sent
     JOIN address ON address.id = sent.recipient_id
     LEFT JOIN streams ON streams.id = address.stream_id
     CROSS JOIN (VALUES ($2::integer), ($3::integer)) AS copy (user_id)
     WHERE copy.user_id = $2 OR streams.name IS DISTINCT FROM 'unread by the reader'`,
    [realm.realmId, realm.owner.userId, reader.userId, rare.userId, MESSAGES, TOPICS],
  );
  await app.dataSource.query('VACUUM ANALYZE');
  const [row] = await app.dataSource.query<{ id: string }[]>(
    'SELECT (min(id) + max(id)) / 2 AS id FROM messages WHERE realm_id = $1',
    [realm.realmId],
  );
  middle = Number(row!.id);
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Answers the request, then runs each of its statements about messages once more, explained. */
async function explain(parameters: Parameters): Promise<PlanNode[]> {
  const statements: [text: string, values: unknown[]][] = [];
  const database = app.app.get(Database);
  const query = database.query.bind(database);
  const spy = jest.spyOn(database, 'query').mockImplementation((text, values = [], options) => {
    if (text.includes('messages')) statements.push([text, values]);
    return query(text, values, options);
  });
  await reader.client.expect('GET', 'messages', parameters);
  spy.mockRestore();
  expect(statements.length).toBeGreaterThan(0);
  const plans: PlanNode[] = [];
  for (const [text, values] of statements) {
    const [row] = await query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    plans.push(row!['QUERY PLAN'][0].Plan);
  }
  return plans;
}

/** Reads no table from its beginning to its end, and few rows that are not in the answer. */
function expectCheap(plans: PlanNode[], limit: number): void {
  for (const plan of plans) {
    for (const table of ['messages', 'user_messages']) {
      const scans = nodesOf(plan).filter((node) => node['Relation Name'] === table);
      const kinds = scans.map((node) => node['Node Type']);
      expect(kinds.filter((kind) => !/^(Index|Bitmap Heap)/.test(kind))).toEqual([]);
      const rows = scans.reduce((sum, node) => sum + rowsRead(node), 0);
      expect({ table, rows, isCheap: rows <= limit }).toMatchObject({ isCheap: true });
    }
  }
}

function rowsRead(node: PlanNode): number {
  const perLoop =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(perLoop * node['Actual Loops']);
}

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
  test.each<[string, () => unknown[]]>([
    ['everything', () => []],
    ['a channel', () => [['channel', 'channel 3']]],
    ['a channel without own copies', () => [['channel', 'unread by the reader']]],
    [
      'a topic of a channel',
      () => [
        ['channel', 'channel 3'],
        ['topic', 'TOPIC 7'],
      ],
    ],
    ['a conversation', () => [{ operator: 'dm', operand: [rare.userId] }]],
    ['a sender of little', () => [{ operator: 'sender', operand: rare.userId }]],
    ['a sender of much', () => [{ operator: 'sender', operand: realm.owner.userId }]],
    ['direct messages', () => [['is', 'dm']]],
    ['starred messages', () => [['is', 'starred']]],
    ['unread messages', () => [['is', 'unread']]],
    ['mentions', () => [['is', 'mentioned']]],
    ['one message', () => [{ operator: 'id', operand: middle }]],
    ['near a message', () => [{ operator: 'near', operand: middle }]],
    ['not a channel', () => [{ operator: 'channel', operand: 'channel 3', negated: true }]],
    ['read messages', () => [{ operator: 'is', operand: 'unread', negated: true }]],
  ])('%s: reads what it answers with', async (_name, narrow) => {
    expectCheap(await explain({ ...range(), narrow: narrow() }), FEW_ROWS);
  });

  test('a topic whatever the channel: reads the messages between those found', async () => {
    const plans = await explain({ ...range(), narrow: [['topic', 'TOPIC 7']] });
    expectCheap(plans, FEW_ROWS * TOPICS);
  });
});

test('messages by id: reads just them', async () => {
  const ids = Array.from({ length: ASKED_FOR }, (_, index) => middle + 100 * index);
  expectCheap(await explain({ message_ids: ids }), FEW_ROWS);
});
