// The time for renaming a topic of 10,000 messages, in a channel with 100 subscribers.
// Floor: the UPDATE of the same columns of as many messages by pg, committed.
import type pg from 'pg';
import type { Channel, DataSet } from '../data/data-set.js';
import { compareLatencies, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection } from '../processes/http-connection.js';
import { atMost, type Scenario } from '../scenario.js';

const CHANNEL = 'hundred';
const MESSAGES = 10_000;
/** Recipients of each message. */
const COPIES = 5;

export const editTopic: Scenario = {
  name: 'edit-topic-10000',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const connection = await HttpConnection.open(parley.port);
    const client = await database.client();
    const channel = data.channel(CHANNEL);
    // Autovacuum would clean up after one side at the expense of the other.
    await client.query(`ALTER TABLE messages SET (autovacuum_enabled = false)`);
    const messageId = await fill(client, data, channel, 'ours');
    await fill(client, data, channel, 'floor');
    let floorTopic = 'floor';
    const { ours, floor } = await compareLatencies(
      {
        ours: (index) =>
          timed(() =>
            connection.askJson({
              method: 'PATCH',
              path: `/api/v1/messages/${messageId}`,
              authorization: data.reader.authorization,
              fields: {
                topic: `ours ${index}`,
                propagate_mode: 'change_all',
                send_notification_to_new_thread: 'false',
              },
            }),
          ),
        floor: (index) =>
          timed(async () => {
            await moveBare(client, channel, floorTopic, `floor ${index}`);
            floorTopic = `floor ${index}`;
          }),
      },
      bench.quick ? { rounds: 3, block: 1, warmUp: 1 } : { rounds: 6, block: 1, warmUp: 1 },
    );
    return [
      {
        scenario: 'edit-topic-10000',
        ours: median(ours),
        floor: median(floor),
        unit: 'ms',
        aim: atMost(2),
        p50: percentile(ours, 0.5),
        p99: percentile(ours, 0.99),
        memory: await parley.memoryInMb(),
      },
    ];
  },
};

/** Returns the id of one of the messages. */
async function fill(
  client: pg.Client,
  data: DataSet,
  channel: Channel,
  topic: string,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `WITH sent AS (
       INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name, search_vector)
       SELECT $1, $2, $3, $4, 'A sample message of some words', '<p>A sample message of some words</p>',
         now(), 'website', to_tsvector('simple', 'A sample message of some words')
       FROM generate_series(1, $5::integer)
       RETURNING id
     ), copied AS (
       INSERT INTO user_messages (user_id, message_id, flags)
       SELECT holder, id, 1 FROM sent, unnest($6::integer[]) AS holder
     )
     SELECT max(id) AS id FROM sent`,
    [
      data.realmId,
      data.reader.id,
      channel.recipientId,
      topic,
      MESSAGES,
      data.people.slice(0, COPIES).map(({ id }) => id),
    ],
  );
  await client.query('ANALYZE messages, user_messages');
  return rows[0]!.id;
}

async function moveBare(
  client: pg.Client,
  channel: Channel,
  from: string,
  to: string,
): Promise<void> {
  await client.query(
    `WITH edits AS (
       INSERT INTO message_edits (message_id, user_id, edited_at, prev_topic, topic)
       SELECT id, 1, now(), topic, $3 FROM messages
       WHERE recipient_id = $1 AND upper(topic) = upper($2)
     )
     UPDATE messages SET topic = $3, last_moved_at = now(), edit_count = edit_count + 1,
       search_vector = ts_filter(search_vector, '{d}') || to_tsvector('simple', $3)
     WHERE recipient_id = $1 AND upper(topic) = upper($2)`,
    [channel.recipientId, from, to],
  );
}
