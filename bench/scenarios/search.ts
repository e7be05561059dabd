// The time for searching a long history for a word that one message in a thousand has, and for one
// that all have: in all channels, and in the busiest channel.
// Floor: a process with the same search in SQL on the same index, JSON.stringify and node:http.
import { BUSY_CHANNEL, COMMON_WORD } from '../data/data-set.js';
import { compareLatencies, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Row, type Scenario } from '../scenario.js';

const WORDS = { 'rare word': 'subject6', 'common word': COMMON_WORD };
const PLACES = {
  everywhere: { path: '/word', narrow: [] },
  'in a channel': {
    path: '/word-in-channel',
    narrow: [{ operator: 'channel', operand: BUSY_CHANNEL }],
  },
};

interface Found {
  messages: { id: number }[];
}

export const search: Scenario = {
  name: 'search',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const [ours] = await HttpConnection.openMany(parley.port, 1);
    const rows: Row[] = [];
    for (const [what, word] of Object.entries(WORDS)) {
      const floorServer = await bench.processes.startFloor('scenarios/get-messages.floor.js', {
        CONNECTION: JSON.stringify(database.connection),
        READER: String(data.reader.id),
        RECIPIENT: String(data.channel(BUSY_CHANNEL).recipientId),
        WORD: `'${word}'`,
      });
      const [floor] = await HttpConnection.openMany(floorServer.port, 1);
      for (const [where, { path, narrow }] of Object.entries(PLACES)) {
        bench.progress.say(`search: a ${what} ${where}`);
        const ourRequests = data.anchors.map((anchor) =>
          requestText({
            path: '/api/v1/messages',
            authorization: data.reader.authorization,
            fields: {
              anchor,
              num_before: 100,
              num_after: 0,
              include_anchor: false,
              narrow: JSON.stringify([...narrow, { operator: 'search', operand: word }]),
            },
          }),
        );
        const floorRequests = data.anchors.map((anchor) =>
          requestText({ path, fields: { anchor } }),
        );
        checkAlike(await ours!.ask(ourRequests[0]!), await floor!.ask(floorRequests[0]!));
        const at = (requests: string[], index: number): string =>
          requests[index % requests.length]!;
        const { ours: times, floor: floorTimes } = await compareLatencies(
          {
            ours: (index) => timed(() => ours!.ask(at(ourRequests, index))),
            floor: (index) => timed(() => floor!.ask(at(floorRequests, index))),
          },
          bench.quick
            ? { rounds: 4, block: 10, warmUp: 20 }
            : { rounds: 10, block: 20, warmUp: 50 },
        );
        rows.push({
          scenario: `search a ${what} ${where}`,
          ours: median(times),
          floor: median(floorTimes),
          unit: 'ms',
          aim: atMost(1.5),
          p50: percentile(times, 0.5),
          p99: percentile(times, 0.99),
        });
      }
    }
    return rows;
  },
};

/** Checks that both find the same messages. */
function checkAlike(ours: Buffer, floor: Buffer): void {
  const [a, b] = [ours, floor].map((body) =>
    (JSON.parse(body.toString()) as Found).messages.map(({ id }) => id).join(),
  );
  if (!a || a !== b) throw new Error('Parley and the floor found different messages');
}
