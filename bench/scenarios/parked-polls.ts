// The memory by which one API process grows when 10,000 clients wait for events.
// Floor: the growth of node:http that holds 10,000 responses.
import { readFile } from 'node:fs/promises';
import { startApi } from '../processes/api.js';
import type { MeasuredProcess } from '../processes/child-processes.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Scenario } from '../scenario.js';
import { newestEventId, pollRequest, registerQueues } from './polling.js';
import { sendRequest } from './sending.js';

const POLLS = 10_000;
/** Open files of a process in addition to its connections. */
const OTHER_FILES = 200;
/** Requests before the first measurement, for warming up code and pools. */
const WARM_UP = 500;
/** Requests are sent in groups, since only memory is measured. */
const GROUP = 250;

export const parkedPolls: Scenario = {
  name: 'parked-polls',
  async run(bench) {
    await requireOpenFiles(POLLS);
    const bare = await bench.processes.startFloor('scenarios/parked-polls.floor.js');
    const floor = await growth(bare, {
      warmUp: Array.from({ length: WARM_UP }, () => requestText({ path: '/now' })),
      park: Array.from({ length: POLLS }, () => requestText({ path: '/park' })),
    });
    for (const connection of floor.connections) connection.close();
    await bare.stop();

    const { parley, database, data } = await startApi(bench);
    const people = data.people.slice(0, POLLS);
    const { queues, lastEventId } = await registerQueues(
      parley.port,
      await database.client(),
      people,
    );
    const requests = queues.map((queue) => pollRequest(queue, lastEventId));
    const ours = await growth(parley, {
      warmUp: requests
        .slice(0, WARM_UP)
        .map((request) => request.replace('/events?', '/events?dont_block=true&')),
      park: requests,
    });
    // One message must answer all of them, which shows that all were parked.
    const sender = await HttpConnection.open(parley.port);
    await sender.ask(sendRequest(people[0]!, 'everyone'));
    for (const answer of await Promise.all(ours.answers)) newestEventId(answer);
    for (const connection of ours.connections) connection.close();
    return [
      {
        scenario: 'parked-polls',
        ours: ours.mb,
        floor: floor.mb,
        unit: 'MB',
        aim: atMost(2.5),
        memory: ours.memory,
      },
    ];
  },
};

async function growth(
  server: MeasuredProcess,
  requests: { warmUp: string[]; park: string[] },
): Promise<{
  mb: number;
  memory: number;
  connections: HttpConnection[];
  answers: Promise<Buffer>[];
}> {
  const first = await HttpConnection.open(server.port);
  for (const request of requests.warmUp) await first.ask(request);
  first.close();
  await server.settle();
  const before = await server.memoryInMb();
  const connections = await HttpConnection.openMany(server.port, requests.park.length);
  const answers: Promise<Buffer>[] = [];
  for (const [index, connection] of connections.entries()) {
    const answer = connection.ask(requests.park[index]!);
    answer.catch(() => undefined);
    answers.push(answer);
    if (answers.length % GROUP === 0) await server.settle();
  }
  const memory = await server.memoryInMb();
  return { mb: memory - before, memory, connections, answers };
}

/** Node raises the soft limit to the hard limit, which the operator sets. */
export async function requireOpenFiles(connections: number): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const limit = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  const needed = connections + OTHER_FILES;
  if (limit < needed) {
    throw new Error(`needs ${needed} open files and may have ${limit}; raise it (ulimit -n)`);
  }
}
