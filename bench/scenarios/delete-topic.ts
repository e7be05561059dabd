// The time for deleting a topic of 100,000 messages, from the request to its response, and for a send
// to another channel during the deletion.
// Floor: the same rows, deleted by pg in batches; and a send without a deletion.
import type pg from 'pg';
import type { Channel, DataSet, Person } from '../data/data-set.js';
import { timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { HttpConnection } from '../processes/http-connection.js';
import { atMost, type Scenario } from '../scenario.js';
import { sendRequest } from './sending.js';

const CHANNEL = 'thousand';
const OTHER_CHANNEL = 'hundred';
const MESSAGES = 100_000;
/** Recipients of each message. */
const COPIES = 5;
const BATCH = 1000;
const QUIET_SENDS = 500;

export const deleteTopic: Scenario = {
  name: 'delete-topic',
  async run(bench) {
    const { database, data } = await bench.database();
    const client = await database.client();
    const channel = data.channel(CHANNEL);
    const [administrator, sender] = [data.people[1]!, data.people[2]!];
    // Autovacuum would clean up after one side at the expense of the other.
    await client.query(`ALTER TABLE messages SET (autovacuum_enabled = false)`);
    await client.query(`ALTER TABLE user_messages SET (autovacuum_enabled = false)`);
    await client.query('UPDATE users SET role = 200 WHERE id = $1', [administrator.id]);
    const parley = await bench.processes.startParley({
      role: 'all',
      environment: { DATABASE_URL: database.url },
    });
    const connection = await HttpConnection.open(parley.port);
    const sending = await HttpConnection.open(parley.port);
    const send = sendRequest(sender, OTHER_CHANNEL);
    const remove = (topic: string): Promise<void> =>
      deleteByParley(connection, administrator, channel, topic);
    const ours: number[] = [];
    const floor: number[] = [];
    for (let round = 0; round < (bench.quick ? 1 : 2); round++) {
      await fill(client, data, channel, `floor ${round}`);
      floor.push(await timed(() => deleteBare(client, channel, `floor ${round}`)));
      await fill(client, data, channel, `topic ${round}`);
      ours.push(await timed(() => remove(`topic ${round}`)));
    }
    const quiet: number[] = [];
    const meanwhile: number[] = [];
    await fill(client, data, channel, 'last');
    for (let i = 0; i < QUIET_SENDS; i++) quiet.push(await timed(() => sending.ask(send)));
    const end = new AbortController();
    const deletion = remove('last').finally(() => end.abort());
    while (!end.signal.aborted) meanwhile.push(await timed(() => sending.ask(send)));
    await deletion;
    return [
      {
        scenario: 'delete 100,000 messages',
        ours: median(ours) / 1000,
        floor: median(floor) / 1000,
        unit: 's',
        aim: atMost(2),
        memory: await parley.memoryInMb(),
      },
      {
        scenario: 'send while deleting',
        ours: median(meanwhile),
        floor: median(quiet),
        unit: 'ms',
        aim: atMost(2),
        p50: percentile(meanwhile, 0.5),
        p99: percentile(meanwhile, 0.99),
      },
    ];
  },
};

async function fill(
  client: pg.Client,
  data: DataSet,
  channel: Channel,
  topic: string,
): Promise<void> {
  await client.query(
    `WITH sent AS (
       INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name)
       SELECT $1, $2, $3, $4, 'A sample message of some words', '<p>A sample message of some words</p>',
         now(), 'website'
       FROM generate_series(1, $5::integer)
       RETURNING id
     )
     INSERT INTO user_messages (user_id, message_id, flags)
     SELECT holder, id, 1 FROM sent, unnest($6::integer[]) AS holder`,
    [
      data.realmId,
      data.reader.id,
      channel.recipientId,
      topic,
      MESSAGES,
      data.people.slice(0, COPIES).map(({ id }) => id),
    ],
  );
}

async function deleteBare(client: pg.Client, channel: Channel, topic: string): Promise<void> {
  for (;;) {
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: number }>(
      `DELETE FROM messages WHERE id IN (
         SELECT id FROM messages WHERE recipient_id = $1 AND upper(topic) = upper($2)
         ORDER BY id DESC LIMIT $3
       ) RETURNING id`,
      [channel.recipientId, topic, BATCH],
    );
    await client.query('DELETE FROM user_messages WHERE message_id = ANY($1::bigint[])', [
      rows.map(({ id }) => id),
    ]);
    await client.query('COMMIT');
    if (rows.length < BATCH) return;
  }
}

/** Repeats the request while the server reports that messages remain. */
async function deleteByParley(
  connection: HttpConnection,
  { authorization }: Person,
  { id }: Channel,
  topic: string,
): Promise<void> {
  for (;;) {
    const { complete } = await connection.askJson<{ complete: boolean }>({
      method: 'POST',
      path: `/api/v1/streams/${id}/delete_topic`,
      authorization,
      fields: { topic_name: topic },
    });
    if (complete) return;
  }
}
