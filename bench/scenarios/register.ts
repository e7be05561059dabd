// The time for POST /register with the whole state in an organization of 10,000 users, without presence
// reports and with one of each user. Floor: JSON.stringify of the same response.
import type { BenchDatabase } from '../data/bench-database.js';
import type { DataSet } from '../data/data-set.js';
import { compareLatencies, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Row, type Scenario } from '../scenario.js';

interface Answer {
  realm_users: object[];
  presences: Record<string, object>;
}

export const register: Scenario = {
  name: 'register',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const connection = await HttpConnection.open(parley.port);
    const requests = data.people.slice(100, 200).map(({ authorization }) =>
      requestText({
        method: 'POST',
        path: '/api/v1/register',
        authorization,
        fields: {
          apply_markdown: true,
          slim_presence: true,
          client_capabilities: '{"notification_settings_null":true,"user_list_incomplete":true}',
        },
      }),
    );
    const measure = async (scenario: string, present: number): Promise<Row> => {
      await setPresences(database, data, present);
      const answer = JSON.parse((await connection.ask(requests[0]!)).toString()) as Answer;
      if (answer.realm_users.length < data.people.length) throw new Error('People are missing');
      if (Object.keys(answer.presences).length !== present)
        throw new Error('Presences are missing');
      const { ours, floor } = await compareLatencies(
        {
          ours: (index) => timed(() => connection.ask(requests[index % requests.length]!)),
          floor: async () => {
            const start = performance.now();
            JSON.stringify(answer);
            return performance.now() - start;
          },
        },
        { rounds: bench.quick ? 5 : 10, block: 5, warmUp: 5 },
      );
      return {
        scenario,
        ours: median(ours),
        floor: median(floor),
        unit: 'ms',
        aim: atMost(4),
        p50: percentile(ours, 0.5),
        p99: percentile(ours, 0.99),
        memory: await parley.memoryInMb(),
      };
    };
    return [
      await measure('register', 0),
      await measure('register, with presences', data.people.length),
    ];
  },
};

/** Sets presences of the last week, each some time after the one before. */
async function setPresences(
  database: BenchDatabase,
  { realmId, people }: DataSet,
  count: number,
): Promise<void> {
  const client = await database.client();
  await client.query('DELETE FROM presences WHERE realm_id = $1', [realmId]);
  // As Parley writes them: update ids are not below the time, and the sequence is at the newest.
  await client.query(
    `WITH reported AS (
       INSERT INTO presences (user_id, realm_id, last_active_at, last_connected_at, update_id)
       SELECT id, $1, now() - n * interval '1 minute', now() - n * interval '30 seconds',
         (extract(epoch FROM now()) * 1000)::bigint - n
       FROM unnest($2::integer[]) WITH ORDINALITY AS person (id, n)
       RETURNING update_id
     )
     INSERT INTO presence_clocks (realm_id, update_id)
     SELECT $1, max(update_id) FROM reported HAVING count(*) > 0
     ON CONFLICT (realm_id)
       DO UPDATE SET update_id = greatest(presence_clocks.update_id, EXCLUDED.update_id)`,
    [realmId, people.slice(0, count).map(({ id }) => id)],
  );
}
