// The number of polls that two API processes can serve, compared with one: 1,000 clients wait, a
// message is sent, each client receives it and polls again. An API process is limited by processor
// time, so the rows count polls per second of processor time, which two processes can use twice. On a
// machine without a processor for each, this is the only meaningful number; polls per second of real
// time, for which the bench and PostgreSQL need processors too, are an informational row.
import { median } from '../measure/statistics.js';
import { timed } from '../measure/rounds.js';
import { startApi } from '../processes/api.js';
import type { MeasuredProcess } from '../processes/child-processes.js';
import { HttpConnection } from '../processes/http-connection.js';
import { atLeast, type Scenario } from '../scenario.js';
import { newestEventId, pollRequest, registerQueues } from './polling.js';
import { sendRequest } from './sending.js';

const CHANNEL = 'thousand';
const POLLS = 1_000;
/** Messages in one measurement. */
const BLOCK = 5;
const QUICK_BLOCK = 3;

/** Polls per second of processor time, for all processes together, and of real time. */
interface Polls {
  cpu: number;
  clock: number;
}

export const twoProcesses: Scenario = {
  name: 'two-processes',
  async run(bench) {
    const { parley: first, database, data } = await startApi(bench);
    const { parley: second } = await startApi(bench);
    const people = data.people.slice(0, POLLS);
    const admin = await database.client();
    const registered = await registerQueues(first.port, admin, people);
    let { lastEventId } = registered;
    // The process that receives the send does more than answer polls, so it is a third one.
    const { parley: third } = await startApi(bench);
    const sender = await HttpConnection.open(third.port);
    const request = sendRequest(people[0]!, CHANNEL);
    const connectionsTo = new Map([
      [first, await HttpConnection.openMany(first.port, POLLS)],
      [second, await HttpConnection.openMany(second.port, POLLS)],
    ]);

    const cycle = async (servers: MeasuredProcess[]): Promise<void> => {
      const answers = registered.queues.map((queue, index) => {
        const connections = connectionsTo.get(servers[index % servers.length]!)!;
        return connections[index]!.ask(pollRequest(queue, lastEventId));
      });
      for (const answer of answers) answer.catch(() => undefined);
      await Promise.all(servers.map((server) => server.settle()));
      await sender.ask(request);
      for (const body of await Promise.all(answers)) lastEventId = newestEventId(body);
    };
    const block = bench.quick ? QUICK_BLOCK : BLOCK;
    const measure = async (servers: MeasuredProcess[]): Promise<Polls> => {
      const used = async (): Promise<number> => {
        const usages = await Promise.all(servers.map((server) => server.usage(false)));
        return usages.reduce((sum, { cpu }) => sum + cpu, 0);
      };
      const before = await used();
      const ms = await timed(async () => {
        for (let n = 0; n < block; n++) await cycle(servers);
      });
      const polls = POLLS * block;
      const each = ((await used()) - before) / polls;
      return { cpu: (servers.length * 1000) / each, clock: (polls * 1000) / ms };
    };

    const rows: Record<'one' | 'two', Polls[]> = { one: [], two: [] };
    const rounds = bench.quick ? 2 : 12;
    for (let round = -1; round < rounds; round++) {
      bench.progress.say(`two-processes: ${Math.max(0, round + 1)} of ${rounds} rounds`);
      const one = await measure([first]);
      const two = await measure([first, second]);
      if (round < 0) continue;
      rows.one.push(one);
      rows.two.push(two);
    }
    const middle = (list: Polls[], kind: keyof Polls): number =>
      median(list.map((entry) => entry[kind]));
    return [
      {
        scenario: 'two-processes',
        ours: middle(rows.two, 'cpu'),
        floor: middle(rows.one, 'cpu'),
        unit: 'polls/s',
        aim: atLeast(1.7),
        memory: await second.memoryInMb(),
      },
      {
        scenario: 'two-processes, by the clock',
        ours: middle(rows.two, 'clock'),
        floor: middle(rows.one, 'clock'),
        unit: 'polls/s',
        aim: undefined,
      },
    ];
  },
};
