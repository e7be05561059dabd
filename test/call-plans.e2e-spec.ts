// A page of the call history costs the same for a user with 100,000 records as for one with few, whether they
// are in one group or in many.
import { expect, it } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { ownTestApp } from './app.js';
import type { Parameters } from './client.js';
import { createChannel, type TestUser } from './factories.js';
import { explain, expectCheap } from './query-plans.js';
import { createScene } from './scene.js';

const RECORDS = 100_000;
const FEW_ROWS = 300;

const test = await ownTestApp();
const database = test.app.get(Database);
const { owner, deep, wide, other } = await createScene(test, { deep: {}, wide: {}, other: {} });
const channel = await createChannel(owner, []);

/** Inserts records into topics of a channel, in turn; one in a thousand was missed. */
async function fill(user: TestUser, topics: number, records: number): Promise<void> {
  await database.query(
    `WITH place AS (
       INSERT INTO call_groups (id, user_id, recipient_id, topic, title, audio_count,
         audio_missed_count, video_count, video_missed_count)
       SELECT gen_random_uuid(), $1, r.id, 'topic ' || n, 'Sample', 0, 0, 0, 0
       FROM recipients r, generate_series(0, $3 - 1) AS n WHERE r.stream_id = $2
       RETURNING id, topic
     )
     INSERT INTO call_records (user_id, group_id, call_id, media_type, is_outgoing, outcome,
       is_missed, started_at, ended_at, participant_ids)
     SELECT $1, place.id, gen_random_uuid(), 'audio', false,
       CASE WHEN n % 1000 = 0 THEN 'missed' ELSE 'declined' END, n % 1000 = 0, now(), now(), ARRAY[$1]
     FROM generate_series(1, $4) AS n JOIN place ON place.topic = 'topic ' || n % $3
     ORDER BY n`,
    [user.userId, channel.id, topics, records],
  );
  await database.query(
    `UPDATE call_groups g SET last_id = newest.id, last_audio_id = newest.id,
       last_missed_id = newest.missed, last_audio_missed_id = newest.missed,
       audio_count = newest.count
     FROM (
       SELECT group_id, count(*) AS count, max(id) AS id,
         max(id) FILTER (WHERE is_missed) AS missed
       FROM call_records WHERE user_id = $1 GROUP BY group_id
     ) AS newest
     WHERE g.id = newest.group_id`,
    [user.userId],
  );
}

/** Inserts ended calls of the last week. */
async function fillCalls({ userId }: TestUser, count: number): Promise<void> {
  await database.query(
    `WITH made AS (
       INSERT INTO calls (id, realm_id, recipient_id, topic, title, media_type, state, initiator_id,
         metadata, started_at, ended_at, end_reason)
       SELECT gen_random_uuid(), u.realm_id, r.id, 'topic', '', 'audio', 'ended', u.id, '{}', now(),
         now(), 'missed'
       FROM users u, recipients r, generate_series(1, $3)
       WHERE u.id = $1 AND r.stream_id = $2
       RETURNING id
     )
     INSERT INTO call_participants (call_id, user_id, state, is_muted, is_notified, is_live)
     SELECT id, $1, 'missed', false, true, false FROM made`,
    [userId, channel.id, count],
  );
}

await fill(deep, 1, RECORDS);
await fill(wide, RECORDS / 4, RECORDS);
await fill(other, 10, 100);
await fillCalls(deep, 20_000);
await database.query('ANALYZE call_groups, call_records, recipients, calls, call_participants');

async function page(user: TestUser, parameters: Parameters): Promise<Record<string, unknown>> {
  return user.client.expect('POST', 'calls/history', { limit: 10, ...parameters });
}

it.each([
  ['groups of one deep group', deep, {}],
  ['missed calls of one deep group', deep, { missed_only: true }],
  ['many groups', wide, {}],
  ['many groups with missed calls', wide, { missed_only: true, media_type: 'audio' }],
  ['many groups without calls of the type', wide, { media_type: 'video' }],
  ['few groups', other, {}],
] as const)('reads a page of %s by index', async (_what, user, parameters) => {
  const plans = await explain(test, () => page(user, parameters), 'FROM call_');
  expectCheap(plans, FEW_ROWS, ['call_groups', 'call_records']);
});

it('reads a later page of many groups by index', async () => {
  const { nextCursor } = await page(wide, {});
  const plans = await explain(test, () => page(wide, { cursor: nextCursor }), 'FROM call_');
  expectCheap(plans, FEW_ROWS, ['call_groups', 'call_records']);
});

it('reads a page of the records of a deep group by index', async () => {
  const { groups } = await page(deep, {});
  const [{ groupKey } = { groupKey: '' }] = groups as { groupKey: string }[];
  const first = await page(deep, { group_key: groupKey });
  const plans = await explain(
    test,
    () => page(deep, { group_key: groupKey, cursor: first['nextCursor'], missed_only: false }),
    'FROM call_',
  );
  expectCheap(plans, FEW_ROWS, ['call_groups', 'call_records']);
  expect((first['groups'] as { records: unknown[] }[])[0]!.records).toHaveLength(10);
});

it('reads the live calls of a user by index', async () => {
  const plans = await explain(
    test,
    () => deep.client.expect('POST', 'calls/recovery'),
    'FROM calls',
  );
  expectCheap(plans, FEW_ROWS, ['calls', 'call_participants']);
});
