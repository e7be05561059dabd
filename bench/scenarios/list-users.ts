// The time for listing all 10,000 users. Floor: a process with the same query in SQL, JSON.stringify
// and node:http.
import { compareLatencies, timed } from '../measure/rounds.js';
import { median, percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Scenario } from '../scenario.js';

export const listUsers: Scenario = {
  name: 'list-users',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const floorServer = await bench.processes.startFloor('scenarios/list-users.floor.js', {
      CONNECTION: JSON.stringify(database.connection),
      REALM: String(data.realmId),
    });
    const ours = await HttpConnection.open(parley.port);
    const floor = await HttpConnection.open(floorServer.port);
    const { authorization } = data.reader;
    const request = requestText({ path: '/api/v1/users', authorization });
    const floorRequest = requestText({ path: '/' });
    checkAlike(await ours.ask(request), await floor.ask(floorRequest));
    const { ours: times, floor: floorTimes } = await compareLatencies(
      {
        ours: () => timed(() => ours.ask(request)),
        floor: () => timed(() => floor.ask(floorRequest)),
      },
      { rounds: bench.quick ? 4 : 8, block: 5, warmUp: 5 },
    );
    return [
      {
        scenario: 'list users',
        ours: median(times),
        floor: median(floorTimes),
        unit: 'ms',
        aim: atMost(2),
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        memory: await parley.memoryInMb(),
      },
    ];
  },
};

/** Checks that both list the same users with as many fields. */
function checkAlike(ours: Buffer, floor: Buffer): void {
  const [listed, bare] = [ours, floor].map((body) =>
    (JSON.parse(body.toString()) as { members: { user_id: number; is_bot: boolean }[] }).members
      .filter((user) => !user.is_bot)
      .map((user) => `${user.user_id} ${Object.keys(user).length}`),
  );
  if (listed!.length < 100 || listed!.join() !== bare!.join()) {
    throw new Error(`${listed![0]} of ${listed!.length}, the floor ${bare![0]} of ${bare!.length}`);
  }
}
