// Scheduled messages with worker processes, one of which is killed every second: each message is sent exactly once and in
// order. SCHEDULED_DELIVERIES sets the number of messages, by default a few hundred.
import { afterAll, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { enqueueDelivery, sweepScheduled } from '#modules/messages/scheduled/scheduled.jobs.js';
import { Database } from '#platform/database/database.js';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { ownTestApp } from './app.js';
import { until } from './event-queue.js';
import { createChannel } from './factories.js';
import { createScene } from './scene.js';
import { SECRET_KEY } from './server-environment.js';
import { endProcesses, ServerProcess } from './server-process.js';

jest.setTimeout(600_000);

const MESSAGES = Number(process.env['SCHEDULED_DELIVERIES'] ?? 400);
/** Messages that become due in each second. */
const EACH_SECOND = 40;
/** Two deliver while others start. */
const WORKERS = 4;
/** On a slow machine, the workers are killed for longer than messages become due. */
const MIN_KILLS = 6;

const test = await ownTestApp();
const database = test.app.get(Database);
const jobQueue = test.app.get(JobQueue);

afterAll(endProcesses);

function startWorker(): ServerProcess {
  return new ServerProcess('worker', {
    DATABASE_URL: test.database.url,
    SECRET_KEY,
    WORKER_QUEUES: 'scheduled:2',
    ...(test.config.redisUrl !== undefined && { REDIS_URL: test.config.redisUrl }),
  });
}

/** Schedules the messages as POST /scheduled_messages does, with the position of each as its text. */
async function schedule(realmId: number, userId: number, streamId: number): Promise<void> {
  const start = new Date(Math.ceil(Date.now() / 1000) * 1000 + 5000);
  await database.transaction(async () => {
    await database.query(
      `INSERT INTO scheduled_messages (realm_id, user_id, due_at, stream_id, topic, content,
         rendered_content, client_name, read_by_sender)
       SELECT $1, $2, $4::timestamptz + (position / $6::integer) * interval '1 second', $3,
         'kills', position::text AS content, '', 'test', true
       FROM generate_series(0, $5::integer - 1) AS position ORDER BY position`,
      [realmId, userId, streamId, start, MESSAGES, EACH_SECOND],
    );
    for (let second = 0; second < MESSAGES / EACH_SECOND; second++) {
      const dueAt = new Date(start.getTime() + second * 1000);
      enqueueDelivery(jobQueue, { realmId, dueAt }, new Date());
    }
  });
  await jobQueue.settled();
}

async function unsent(): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM scheduled_messages WHERE sent_at IS NULL`,
  );
  return row!.count;
}

it('sends each message exactly once while workers are killed every second', async () => {
  const { realm, member, other } = await createScene(test, { member: {}, other: {} });
  const { id: streamId } = await createChannel(member, [other]);
  const ready: ServerProcess[] = [];
  const start = async (): Promise<void> => {
    const worker = startWorker();
    await worker.ready();
    ready.push(worker);
  };
  await Promise.all(Array.from({ length: WORKERS }, start));
  await schedule(realm.realmId, member.userId, streamId);
  const ends = performance.now() + (5 + MESSAGES / EACH_SECOND) * 1000;
  const starts: Promise<void>[] = [];
  while (performance.now() < ends || starts.length < MIN_KILLS) {
    await sleep(1000);
    const oldest = ready.shift();
    if (!oldest) continue;
    oldest.kill('SIGKILL');
    await oldest.ended;
    starts.push(start());
  }
  await Promise.all(starts);
  await database.transaction(async () => jobQueue.enqueue(sweepScheduled, {}));
  await until(async () => (await unsent()) === 0, 120);
  const contents = await database.query<{ content: string }>(
    `SELECT m.content FROM messages m JOIN recipients r ON r.id = m.recipient_id
     WHERE r.stream_id = $1 AND m.topic = 'kills' ORDER BY m.id`,
    [streamId],
  );
  expect(contents.map(({ content }) => Number(content))).toEqual(
    Array.from({ length: MESSAGES }, (_, n) => n),
  );
});
