// The time for fetching 100 messages of a channel, of all channels and of a topic, before an anchor in
// the newer half of a long history, from one and from 16 connections.
// Floor: a process with the same query in SQL, JSON.stringify and node:http.
import { BUSY_CHANNEL, BUSY_TOPIC } from '../data/data-set.js';
import { compareLatencies, compareThroughputs, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Row, type Scenario } from '../scenario.js';

const CONNECTIONS = 16;

const NARROWS = {
  channel: [{ operator: 'channel', operand: BUSY_CHANNEL }],
  all: [],
  topic: [
    { operator: 'channel', operand: BUSY_CHANNEL },
    { operator: 'topic', operand: BUSY_TOPIC },
  ],
};

interface Found {
  messages: { id: number }[];
}

export const getMessages: Scenario = {
  name: 'get-messages',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const floorServer = await bench.processes.startFloor('scenarios/get-messages.floor.js', {
      CONNECTION: JSON.stringify(database.connection),
      READER: String(data.reader.id),
      RECIPIENT: String(data.channel(BUSY_CHANNEL).recipientId),
      TOPIC: BUSY_TOPIC,
    });
    const ours = await HttpConnection.openMany(parley.port, CONNECTIONS);
    const floor = await HttpConnection.openMany(floorServer.port, CONNECTIONS);
    const rows: Row[] = [];
    for (const [name, narrow] of Object.entries(NARROWS)) {
      bench.progress.say(`get-messages: ${name}`);
      const ourRequests = data.anchors.map((anchor) =>
        requestText({
          path: '/api/v1/messages',
          authorization: data.reader.authorization,
          fields: {
            anchor,
            num_before: 100,
            num_after: 0,
            include_anchor: false,
            narrow: JSON.stringify(narrow),
          },
        }),
      );
      const floorRequests = data.anchors.map((anchor) =>
        requestText({ path: `/${name}`, fields: { anchor } }),
      );
      checkAlike(await ours[0]!.ask(ourRequests[0]!), await floor[0]!.ask(floorRequests[0]!));

      const alone = await compareLatencies(
        {
          ours: (index) => timed(() => ask(ours[0]!, ourRequests, index)),
          floor: (index) => timed(() => ask(floor[0]!, floorRequests, index)),
        },
        bench.quick ? { rounds: 4, block: 20, warmUp: 80 } : { rounds: 10, block: 40, warmUp: 200 },
      );
      rows.push({
        scenario: `get-messages ${name}`,
        ours: median(alone.ours),
        floor: median(alone.floor),
        unit: 'ms',
        aim: atMost(2),
        p50: percentile(alone.ours, 0.5),
        p99: percentile(alone.ours, 0.99),
      });

      let next = 0;
      const together = await compareThroughputs(
        {
          ours: async (worker) => {
            await ask(ours[worker]!, ourRequests, next++);
          },
          floor: async (worker) => {
            await ask(floor[worker]!, floorRequests, next++);
          },
        },
        { rounds: 3, seconds: bench.quick ? 0.5 : 2, workers: CONNECTIONS },
      );
      rows.push({
        scenario: `get-messages ${name}, 16 connections`,
        ours: 1000 / together.ours,
        floor: 1000 / together.floor,
        unit: 'ms/request',
        aim: atMost(2),
        p50: percentile(together.latencies, 0.5),
        p99: percentile(together.latencies, 0.99),
        memory: await parley.memoryInMb(),
      });
    }
    return rows;
  },
};

function ask(connection: HttpConnection, requests: string[], index: number): Promise<Buffer> {
  return connection.ask(requests[index % requests.length]!);
}

/** Checks that both find the same messages. */
function checkAlike(ours: Buffer, floor: Buffer): void {
  const [a, b] = [ours, floor].map((body) => (JSON.parse(body.toString()) as Found).messages);
  const [ourIds, floorIds] = [a, b].map((messages) => messages?.map(({ id }) => id).join());
  if (a?.length !== 100 || ourIds !== floorIds) {
    throw new Error(`Parley found ${a?.length} messages and the floor others (${b?.length})`);
  }
}
