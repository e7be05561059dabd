// The time in which two workers send 10,000 scheduled messages of 100 users that are due at the same time, to a
// channel with 100 subscribers. Floor: as many sends of clients, from 16 connections.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { timed } from '../measure/rounds.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { within, type Scenario } from '../scenario.js';
import { sendRequest } from './sending.js';

const MESSAGES = 10_000;
const QUICK_MESSAGES = 2000;
const USERS = 100;
const CONNECTIONS = 16;
const CHANNEL = 'hundred';
/** The time for scheduling them. */
const AHEAD_SECONDS = 5;

export const scheduled: Scenario = {
  name: 'scheduled',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const environment = { DATABASE_URL: database.url };
    const workers = await Promise.all(
      [0, 1].map(() => bench.processes.startParley({ role: 'worker', environment })),
    );
    const connections = await HttpConnection.openMany(parley.port, CONNECTIONS);
    const requests = data.people
      .slice(0, CONNECTIONS)
      .map((sender) => sendRequest(sender, CHANNEL));
    const count = bench.quick ? QUICK_MESSAGES : MESSAGES;
    const sendFrom = async (connection: HttpConnection, first: number): Promise<void> => {
      for (let n = first; n < count; n += CONNECTIONS) await connection.ask(requests[first]!);
    };
    await connections[0]!.ask(requests[0]!);
    const floor = await timed(() => Promise.all(connections.map(sendFrom)));

    const client = await database.client();
    const due = Math.ceil(Date.now() / 1000) + AHEAD_SECONDS;
    const channelId = data.channel(CHANNEL).id;
    await client.query(
      `INSERT INTO scheduled_messages (realm_id, user_id, due_at, stream_id, topic, content,
         rendered_content, client_name, read_by_sender)
       SELECT $1, ($2::integer[])[1 + n % $3], to_timestamp($4), $5, 'bench',
         'A sample message of ordinary length, such as people write to each other all day.', '',
         'ParleyBench', true
       FROM generate_series(2, $6) AS n`,
      [data.realmId, data.people.slice(0, USERS).map(({ id }) => id), USERS, due, channelId, count],
    );
    // The last one is scheduled by a client, which also adds the job.
    await connections[0]!.ask(
      requestText({
        method: 'POST',
        path: '/api/v1/scheduled_messages',
        authorization: data.people[0]!.authorization,
        fields: {
          type: 'channel',
          to: String(channelId),
          topic: 'bench',
          content: 'The last message',
          scheduled_delivery_timestamp: String(due),
        },
      }),
    );
    while ((await unsent(client)) > 0) await sleep(100);
    return [
      {
        scenario: `${count.toLocaleString('en')} scheduled messages`,
        ours: Date.now() / 1000 - due,
        floor: floor / 1000,
        unit: 's',
        aim: within(60, 's'),
        memory: await workers[0]!.memoryInMb(),
      },
    ];
  },
};

async function unsent(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM scheduled_messages WHERE sent_at IS NULL`,
  );
  return rows[0]!.count;
}
