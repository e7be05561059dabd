// How late two workers end the last of 1,000 calls that ring in one organization.
// Floor: the time of ending the same number of calls with one statement for each table.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DataSet } from '../data/data-set.js';
import { timed } from '../measure/rounds.js';
import { HttpConnection } from '../processes/http-connection.js';
import { atMostMore, type Scenario } from '../scenario.js';
import { startCall } from './calling.js';

const CALLS = 1000;
const CONNECTIONS = 16;
const RING_SECONDS = 30;

export const callTimeouts: Scenario = {
  name: 'call-timeouts',
  async run(bench) {
    const { database, data } = await bench.database();
    const environment = {
      DATABASE_URL: database.url,
      CALL_RING_SECONDS: String(RING_SECONDS),
    };
    const parley = await bench.processes.startParley({ role: 'api', environment });
    for (let count = 0; count < 2; count++) {
      await bench.processes.startParley({ role: 'worker', environment });
    }
    const connections = await HttpConnection.openMany(parley.port, CONNECTIONS);
    const startOf = async (connection: HttpConnection, first: number): Promise<void> => {
      for (let index = first; index < CALLS; index += CONNECTIONS) {
        await startCall(connection, data.people[2 * index]!, data.people[2 * index + 1]!);
      }
    };
    await Promise.all(connections.map((connection, index) => startOf(connection, index)));
    const client = await database.client();
    while ((await endedCalls(client)) < CALLS) await sleep(1000);
    const { rows } = await client.query<{ late: number }>(
      `SELECT max(extract(epoch FROM ended_at - started_at))::float - $1 AS late FROM calls`,
      [RING_SECONDS],
    );
    const floor = await timed(() => endBare(client, data));
    return [
      {
        scenario: 'end of 1,000 rings',
        ours: rows[0]!.late,
        floor: floor / 1000,
        unit: 's',
        aim: atMostMore(5, 's'),
        memory: await parley.memoryInMb(),
      },
    ];
  },
};

async function endedCalls(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM calls WHERE end_reason = 'missed'`,
  );
  return rows[0]!.count;
}

/** Changes the rows of the ended calls again. */
async function endBare(client: pg.Client, { realmId }: DataSet): Promise<void> {
  await client.query('BEGIN');
  await client.query(`UPDATE calls SET ended_at = now() WHERE realm_id = $1`, [realmId]);
  await client.query(`UPDATE call_participants SET state = 'missed', ended_at = now()`);
  await client.query('COMMIT');
}
