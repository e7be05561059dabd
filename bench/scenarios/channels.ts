// The time for a list of 1,000 channels: all channels of the organization, and those of a user who is
// subscribed to all. Floor: a process with the same query in SQL, JSON.stringify and node:http.
import { compareLatencies, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Row, type Scenario } from '../scenario.js';

const LISTS = {
  streams: '/api/v1/streams',
  subscriptions: '/api/v1/users/me/subscriptions',
};

export const channels: Scenario = {
  name: 'channels',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const floorServer = await bench.processes.startFloor('scenarios/channels.floor.js', {
      CONNECTION: JSON.stringify(database.connection),
      REALM: String(data.realmId),
      READER: String(data.reader.id),
    });
    const ours = await HttpConnection.open(parley.port);
    const floor = await HttpConnection.open(floorServer.port);
    const rows: Row[] = [];
    for (const [name, path] of Object.entries(LISTS)) {
      const request = requestText({ path, authorization: data.reader.authorization });
      const floorRequest = requestText({ path: `/${name}` });
      checkAlike(name, await ours.ask(request), await floor.ask(floorRequest));
      const { ours: times, floor: floorTimes } = await compareLatencies(
        {
          ours: () => timed(() => ours.ask(request)),
          floor: () => timed(() => floor.ask(floorRequest)),
        },
        { rounds: bench.quick ? 5 : 10, block: 10, warmUp: 20 },
      );
      rows.push({
        scenario: `list ${name}`,
        ours: median(times),
        floor: median(floorTimes),
        unit: 'ms',
        aim: atMost(2),
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        memory: await parley.memoryInMb(),
      });
    }
    return rows;
  },
};

/** Checks that both list the same channels with as many fields. */
function checkAlike(name: string, ours: Buffer, floor: Buffer): void {
  const [listed, bare] = [ours, floor].map((body) =>
    (JSON.parse(body.toString()) as Record<string, { stream_id: number }[]>)[name]!.map(
      (channel) => `${channel.stream_id} ${Object.keys(channel).length}`,
    ),
  );
  if (listed!.length < 100 || listed!.join() !== bare!.join()) {
    throw new Error(`${listed![0]} of ${listed!.length}, the floor ${bare![0]} of ${bare!.length}`);
  }
}
