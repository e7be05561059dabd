// The time until each of 1,000 waiting clients has a message, from the start of the send to the last
// byte of each response. Floor: from a NOTIFY to a listener, that is, one wake-up instead of 1,000
// responses. Informational rows compare with a second floor: a NOTIFY after which node:http answers
// 1,000 parked requests with the same bytes.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { percentile } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { HttpConnection, requestText } from '../processes/http-connection.js';
import { atMost, type Row, type Scenario } from '../scenario.js';
import { newestEventId, pollRequest, registerQueues } from './polling.js';
import { sendRequest } from './sending.js';

const CHANNEL = 'thousand';
const POLLS = 1_000;
const NOTIFICATIONS_PER_SEND = 20;
/** Pause between messages, in addition to the time in which the clients poll again. */
const PAUSE_MS = 100;

export const waitForEvent: Scenario = {
  name: 'wait-for-event',
  async run(bench) {
    const { parley, database, data } = await startApi(bench);
    const [admin, notifier, listener] = await database.clients(3);
    const people = data.people.slice(0, POLLS);
    const registered = await registerQueues(parley.port, admin!, people);
    let { lastEventId } = registered;
    const polls = await HttpConnection.openMany(parley.port, POLLS);
    const sender = await HttpConnection.open(parley.port);
    const request = sendRequest(people[0]!, CHANNEL);
    await listener!.query('LISTEN bench');

    const bare = await bench.processes.startFloor('scenarios/wait-for-event.floor.js', {
      CONNECTION: JSON.stringify(database.connection),
    });
    const bareConnections = await HttpConnection.openMany(bare.port, POLLS);
    let answer: Buffer = Buffer.from('{}');

    const sendOnce = async (): Promise<number[]> => {
      let start = 0;
      const answers = Promise.all(
        polls.map(async (poll, index) => {
          const body = await poll.ask(pollRequest(registered.queues[index]!, lastEventId));
          return { latency: performance.now() - start, body };
        }),
      );
      answers.catch(() => undefined);
      await parley.settle();
      start = performance.now();
      await sender.ask(request);
      const received = await answers;
      answer = received[0]!.body;
      for (const { body } of received) lastEventId = newestEventId(body);
      return received.map(({ latency }) => latency);
    };

    const answerBare = async (): Promise<number[]> => {
      let start = 0;
      const answers = Promise.all(
        bareConnections.map(async (connection) => {
          await connection.ask(PARK);
          return performance.now() - start;
        }),
      );
      answers.catch(() => undefined);
      await bare.settle();
      start = performance.now();
      await notifier!.query('SELECT pg_notify($1, $2)', ['bench_answers', '']);
      return answers;
    };

    const ours: number[] = [];
    const notified: number[] = [];
    const answered: number[] = [];
    const sends = bench.quick ? 12 : 40;
    for (let send = -2; send < sends; send++) {
      bench.progress.say(`wait-for-event: ${Math.max(0, send + 1)} of ${sends} messages`);
      const notifications = await notifyOften(notifier!, listener!);
      const latencies = await sendOnce();
      await setAnswer(bareConnections[0]!, answer);
      const bareLatencies = await answerBare();
      await sleep(PAUSE_MS);
      if (send < 0) continue;
      notified.push(...notifications);
      ours.push(...latencies);
      answered.push(...bareLatencies);
    }

    const common = {
      unit: 'ms',
      p50: percentile(ours, 0.5),
      p99: percentile(ours, 0.99),
      memory: await parley.memoryInMb(),
    };
    const row = (scenario: string, share: number, floor: number[], aim: Row['aim']): Row => ({
      ...common,
      scenario,
      ours: percentile(ours, share),
      floor: percentile(floor, share),
      aim,
    });
    return [
      row('wait-for-event p50', 0.5, notified, atMost(5)),
      row('wait-for-event p99', 0.99, notified, atMost(10)),
      row('wait-for-event p50, 1,000 bare answers', 0.5, answered, undefined),
      row('wait-for-event p99, 1,000 bare answers', 0.99, answered, undefined),
    ];
  },
};

const PARK = requestText({ path: '/park' });

async function setAnswer(connection: HttpConnection, body: Buffer): Promise<void> {
  await connection.ask(
    requestText({ method: 'POST', path: '/answer', fields: { body: body.toString('base64') } }),
  );
}

async function notifyOften(notifier: pg.Client, listener: pg.Client): Promise<number[]> {
  const latencies: number[] = [];
  for (let i = 0; i < NOTIFICATIONS_PER_SEND; i++) {
    const start = performance.now();
    const arrived = once(listener, 'notification');
    await notifier.query('SELECT pg_notify($1, $2)', ['bench', '']);
    await arrived;
    latencies.push(performance.now() - start);
  }
  return latencies;
}
