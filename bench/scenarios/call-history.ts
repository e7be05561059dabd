// A page of the call history of a user with 100,000 records: of the groups, and of the records of one group.
// Floor: the same page for a user with 100 records.
import type pg from 'pg';
import type { Person } from '../data/data-set.js';
import { compareLatencies, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Row, type Scenario } from '../scenario.js';

const MANY = 100_000;
const FEW = 100;
/** With at least twenty records, which are as many as a page has of each. */
const GROUPS = 5;

export const callHistory: Scenario = {
  name: 'call-history',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const client = await database.client();
    const [busy, quiet] = [data.people[10]!, data.people[11]!];
    await fill(client, busy, MANY);
    await fill(client, quiet, FEW);
    await client.query('VACUUM ANALYZE call_groups, call_records');
    const connection = await HttpConnection.open(parley.port);
    const rows: Row[] = [];
    for (const missedOnly of [false, true]) {
      const page = ({ authorization }: Person): string =>
        requestText({
          method: 'POST',
          path: '/api/v1/calls/history',
          authorization,
          fields: { limit: 20, missed_only: missedOnly },
        });
      const { ours, floor } = await compareLatencies(
        {
          ours: () => timed(() => connection.ask(page(busy))),
          floor: () => timed(() => connection.ask(page(quiet))),
        },
        { rounds: bench.quick ? 4 : 10, block: 20, warmUp: 20 },
      );
      rows.push({
        scenario: missedOnly ? 'call history, missed' : 'call history',
        ours: median(ours),
        floor: median(floor),
        unit: 'ms',
        aim: atMost(1.5),
        p50: percentile(ours, 0.5),
        p99: percentile(ours, 0.99),
        memory: await parley.memoryInMb(),
      });
    }
    return rows;
  },
};

/** Inserts a history with the same number of groups, and the records spread over them. */
async function fill(client: pg.Client, { id }: Person, count: number): Promise<void> {
  await client.query(
    `WITH place AS (
       SELECT r.id, row_number() OVER (ORDER BY r.id) - 1 AS n
       FROM recipients r WHERE r.stream_id IS NOT NULL ORDER BY r.id LIMIT $3
     ), made AS (
       INSERT INTO call_groups (id, user_id, recipient_id, topic, title, audio_count,
         audio_missed_count, video_count, video_missed_count)
       SELECT gen_random_uuid(), $1::integer, id, 'bench', 'Sample', $2::integer / $3::integer,
         $2 / $3, 0, 0
       FROM place
       RETURNING id, recipient_id
     )
     INSERT INTO call_records (user_id, group_id, call_id, media_type, is_outgoing, outcome,
       is_missed, started_at, ended_at, participant_ids)
     SELECT $1, made.id, gen_random_uuid(), 'audio', false, 'missed', true, now(), now(),
       ARRAY[$1, 1]
     FROM generate_series(0, $2 - 1) AS number
     JOIN place ON place.n = number % $3 JOIN made ON made.recipient_id = place.id
     ORDER BY number`,
    [id, count, GROUPS],
  );
  await client.query(
    `UPDATE call_groups g SET last_id = newest.id, last_audio_id = newest.id,
       last_missed_id = newest.missed, last_audio_missed_id = newest.missed
     FROM (
       SELECT group_id, max(id) AS id, max(id) FILTER (WHERE is_missed) AS missed
       FROM call_records WHERE user_id = $1 GROUP BY group_id
     ) AS newest
     WHERE g.id = newest.group_id`,
    [id],
  );
}
