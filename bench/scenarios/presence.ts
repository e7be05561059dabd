// Presence reports per second to one API process from 16 connections. 10,000 users report in turn,
// each for the first time in a minute, so that every report is written.
// Floor: as many upserts by pg, each committed without waiting for the disk.
import { compareThroughputs } from '../measure/rounds.js';
import { percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import type { Aim, Scenario } from '../scenario.js';

const CONNECTIONS = 16;

/** 10,000 users, each of them once a minute. */
const EVERY_MINUTE: Aim = { text: '≥ 167 /s', isMet: (ours) => ours >= 10_000 / 60 };

const UPSERT = `
  INSERT INTO presences (user_id, realm_id, last_active_at, last_connected_at, update_id)
  VALUES ($1, $2, $3, $3, $4)
  ON CONFLICT (user_id) DO UPDATE SET last_active_at = $3, last_connected_at = $3, update_id = $4`;

const AGE = `
  UPDATE presences SET last_active_at = last_active_at - interval '1 minute',
    last_connected_at = last_connected_at - interval '1 minute'`;

export const presence: Scenario = {
  name: 'presence',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const connections = await HttpConnection.openMany(parley.port, CONNECTIONS);
    const clients = await database.clients(CONNECTIONS);
    for (const client of clients) await client.query('SET synchronous_commit = off');
    const requests = data.people.map(({ authorization }) =>
      requestText({
        method: 'POST',
        path: '/api/v1/users/me/presence',
        authorization,
        fields: { status: 'active', ping_only: 'true' },
      }),
    );
    let reporting = 0;
    let upserting = 0;
    const { ours, floor, latencies } = await compareThroughputs(
      {
        ours: async (worker) => {
          const turn = reporting++;
          // Parley writes no report within 55 seconds of the last one.
          if (turn > 0 && turn % requests.length === 0) await clients[worker]!.query(AGE);
          await connections[worker]!.ask(requests[turn % requests.length]!);
        },
        floor: async (worker) => {
          const { id } = data.people[upserting++ % data.people.length]!;
          await clients[worker]!.query({
            name: 'bench_presence',
            text: UPSERT,
            values: [id, data.realmId, new Date(), Date.now()],
          });
        },
      },
      { rounds: bench.quick ? 2 : 5, seconds: bench.quick ? 1 : 4, workers: CONNECTIONS },
    );
    return [
      {
        scenario: 'presence',
        ours,
        floor,
        unit: 'reports/s',
        aim: EVERY_MINUTE,
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
        memory: await parley.memoryInMb(),
      },
    ];
  },
};
