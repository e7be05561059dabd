// The time until 10,000 clients that wait in one API process have the event of a changed user status,
// from the start of the request to the last byte of the last response. Floor: node:http that answers
// 10,000 parked requests with the same bytes after a NOTIFY.
import { median } from '../measure/statistics.js';
import { timed } from '../measure/rounds.js';
import { startApi } from '../processes/api.js';
import type { MeasuredProcess } from '../processes/child-processes.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import type { Scenario } from '../scenario.js';
import { requireOpenFiles } from './parked-polls.js';
import { newestEventId, pollRequest, registerQueues } from './polling.js';

const POLLS = 10_000;
/** For a quick run, because registering takes long. */
const FEW_POLLS = 2_500;
/** Requests are sent in groups; only their responses are measured. */
const GROUP = 250;
const EVENT = 'user_status';
const PARK = requestText({ path: '/park' });

export const eventToEveryone: Scenario = {
  name: 'event-to-everyone',
  async run(bench) {
    const count = bench.quick ? FEW_POLLS : POLLS;
    await requireOpenFiles(count);
    const { parley, database, data } = await startApi(bench);
    const [admin, notifier] = await database.clients(2);
    const people = data.people.slice(0, count);
    const registered = await registerQueues(parley.port, admin!, people, EVENT);
    let { lastEventId } = registered;
    const polls = await HttpConnection.openMany(parley.port, count);
    const sender = await HttpConnection.open(parley.port);

    let changes = 0;
    const notifyEveryone = async (): Promise<{ ms: number; body: Buffer }> => {
      const answers = await park(parley, polls, (index) =>
        pollRequest(registered.queues[index]!, lastEventId),
      );
      const change = requestText({
        method: 'POST',
        path: '/api/v1/users/me/status',
        authorization: people[0]!.authorization,
        fields: { status_text: `busy with ${changes++}` },
      });
      let bodies: Buffer[] = [];
      const ms = await timed(async () => {
        await sender.ask(change);
        bodies = await Promise.all(answers);
      });
      for (const body of bodies) lastEventId = newestEventId(body, EVENT);
      return { ms, body: bodies[0]! };
    };
    const rounds = bench.quick ? 1 : 10;
    const repeat = async (what: string, once: () => Promise<number>): Promise<number> => {
      const times: number[] = [];
      for (let round = -1; round < rounds; round++) {
        bench.progress.say(`event-to-everyone, ${what}: ${Math.max(0, round + 1)} of ${rounds}`);
        const ms = await once();
        if (round >= 0) times.push(ms);
      }
      return median(times);
    };
    let answer: Buffer = Buffer.from('{}');
    const ours = await repeat('Parley', async () => {
      const { ms, body } = await notifyEveryone();
      answer = body;
      return ms;
    });
    // Not alternately: few systems allow 20,000 connections of one process.
    for (const connection of polls) connection.close();

    const bare = await bench.processes.startFloor('scenarios/wait-for-event.floor.js', {
      CONNECTION: JSON.stringify(database.connection),
    });
    const bareConnections = await HttpConnection.openMany(bare.port, count);
    const setter = await HttpConnection.open(bare.port);
    const fields = { body: answer.toString('base64') };
    await setter.ask(requestText({ method: 'POST', path: '/answer', fields }));
    const floor = await repeat('bare', async () => {
      const answers = await park(bare, bareConnections, () => PARK);
      return timed(async () => {
        await notifier!.query('SELECT pg_notify($1, $2)', ['bench_answers', '']);
        await Promise.all(answers);
      });
    });
    return [
      {
        scenario: 'event-to-everyone',
        ours,
        floor,
        unit: 'ms',
        aim: undefined,
        memory: await parley.memoryInMb(),
      },
    ];
  },
};

/** Resolves when all requests are parked. */
async function park(
  server: MeasuredProcess,
  connections: HttpConnection[],
  requestOf: (index: number) => string,
): Promise<Promise<Buffer>[]> {
  const answers: Promise<Buffer>[] = [];
  for (const [index, connection] of connections.entries()) {
    const answer = connection.ask(requestOf(index));
    answer.catch(() => undefined);
    answers.push(answer);
    if (answers.length % GROUP === 0) await server.settle();
  }
  return answers;
}
