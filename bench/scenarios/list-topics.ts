// The time for listing the 50,000 topics of a channel.
// Floor: a process with the same query in SQL, JSON.stringify and node:http; and, to show the cost of
// finding the topics, one that reads them from a table that holds the result.
import type pg from 'pg';
import type { Channel, DataSet } from '../data/data-set.js';
import { compareLatencies, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Row, type Scenario } from '../scenario.js';

const CHANNEL = 'thousand';
const TOPICS = 50_000;
const MESSAGES_OF_EACH = 5;

const FLOORS = [
  { name: 'list 50,000 topics', path: '/messages', aim: atMost(2) },
  { name: 'the same, floor from a table', path: '/table', aim: undefined },
];

export const listTopics: Scenario = {
  name: 'list-topics',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const channel = data.channel(CHANNEL);
    await fill(await database.client(), data, channel);
    const floorServer = await bench.processes.startFloor('scenarios/list-topics.floor.js', {
      CONNECTION: JSON.stringify(database.connection),
      RECIPIENT: String(channel.recipientId),
    });
    const ours = await HttpConnection.open(parley.port);
    const floor = await HttpConnection.open(floorServer.port);
    const request = requestText({
      path: `/api/v1/users/me/${channel.id}/topics`,
      authorization: data.reader.authorization,
    });
    const rows: Row[] = [];
    for (const { name, path, aim } of FLOORS) {
      const floorRequest = requestText({ path });
      checkAlike(await ours.ask(request), await floor.ask(floorRequest));
      const { ours: times, floor: floorTimes } = await compareLatencies(
        {
          ours: () => timed(() => ours.ask(request)),
          floor: () => timed(() => floor.ask(floorRequest)),
        },
        { rounds: bench.quick ? 3 : 8, block: 1, warmUp: 1 },
      );
      rows.push({
        scenario: name,
        ours: median(times),
        floor: median(floorTimes),
        unit: 'ms',
        aim,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        memory: await parley.memoryInMb(),
      });
    }
    return rows;
  },
};

async function fill(client: pg.Client, data: DataSet, channel: Channel): Promise<void> {
  await client.query(
    `INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
       date_sent, client_name)
     SELECT $1, $2, $3, 'a sample topic, number ' || (n::bigint * 7919) % $4, 'text', '<p>text</p>',
       now(), 'website'
     FROM generate_series(1, $5::integer) AS n`,
    [data.realmId, data.reader.id, channel.recipientId, TOPICS, TOPICS * MESSAGES_OF_EACH],
  );
  await client.query(
    `CREATE TABLE bench_topics AS
     SELECT recipient_id, max(topic) AS name, max(id) AS max_id FROM messages
     GROUP BY recipient_id, upper(topic)`,
  );
  await client.query('CREATE INDEX ON bench_topics (recipient_id, max_id DESC)');
  await client.query('VACUUM ANALYZE messages, bench_topics');
}

/** Checks that both have the same topics. */
function checkAlike(ours: Buffer, floor: Buffer): void {
  const [found, bare] = [ours, floor].map((body) => {
    const { topics } = JSON.parse(body.toString()) as { topics: { max_id: number }[] };
    return topics.map((topic) => topic.max_id);
  });
  if (found!.length < TOPICS || found!.join() !== bare!.join()) {
    throw new Error(`There are ${found!.length} topics, in the floor ${bare!.length}`);
  }
}
