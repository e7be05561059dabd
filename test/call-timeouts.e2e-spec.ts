// Worker processes end the ring time of calls: by delayed jobs, even if a worker is killed, and by the sweep if the
// jobs are lost. Each call ends once.
import { afterAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { Queue } from 'bullmq';
import { sweepCalls } from '#modules/calls/calls/calls.jobs.js';
import { Database } from '#platform/database/database.js';
import { JOB_QUEUES, JobQueue } from '#platform/jobs/job-queue.js';
import { ownTestApp } from './app.js';
import { type CallEvent, CallListener, start, withUsers } from './call-scene.js';
import { until } from './event-queue.js';
import { createUser, type TestRealm, type TestUser } from './factories.js';
import { createScene } from './scene.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { HOST, SECRET_KEY } from './server-environment.js';

jest.setTimeout(180_000);

const CALLS = 12;

const test = await ownTestApp({ CALL_RING_SECONDS: '1' });
const database = test.app.get(Database);

let realm: TestRealm;
let caller: TestUser;
let called: TestUser[];

beforeEach(async () => {
  ({ realm, caller } = await createScene(test, { caller: {} }));
  called = await Promise.all(Array.from({ length: CALLS }, () => createUser(test, realm)));
});

afterAll(endProcesses);

async function startWorker(): Promise<ServerProcess> {
  const { redisUrl } = test.config;
  const worker = new ServerProcess('worker', {
    DATABASE_URL: test.database.url,
    EXTERNAL_URL: `http://${HOST}`,
    SECRET_KEY,
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
  });
  await worker.ready();
  return worker;
}

async function live(): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM calls WHERE realm_id = $1 AND ended_at IS NULL`,
    [realm.realmId],
  );
  return row!.count;
}

async function ring(): Promise<CallListener> {
  const listener = await CallListener.open(test, realm, caller);
  await Promise.all(called.map((user) => start(caller, withUsers(user))));
  await test.app.get(JobQueue).settled();
  return listener;
}

function expectEndedOnce(events: CallEvent[]): void {
  const ended = events.filter(({ op }) => op === 'ended');
  expect(new Set(ended.map(({ call }) => call.callId)).size).toBe(CALLS);
  expect(ended).toHaveLength(CALLS);
  expect(ended.every(({ call }) => call.endReason === 'missed')).toBe(true);
}

it('follow from delayed jobs, although a worker is killed while it runs them', async () => {
  const first = await startWorker();
  const second = await startWorker();
  const events = await ring();
  await until(async () => (await live()) < CALLS);
  first.kill('SIGKILL');
  await until(async () => (await live()) === 0);
  expectEndedOnce(await events.take());
  second.kill('SIGTERM');
  await second.ended;
});

it('follow from the sweep when the jobs are lost with the worker', async () => {
  const killed = await startWorker();
  killed.kill('SIGKILL');
  await killed.ended;
  const events = await ring();
  const queues = test.app.get<Map<string, Queue>>(JOB_QUEUES, { strict: false });
  await queues.get('calls')!.drain(true);
  const worker = await startWorker();
  await database.transaction(async () => test.app.get(JobQueue).enqueue(sweepCalls, {}));
  await until(async () => (await live()) === 0);
  expectEndedOnce(await events.take());
  worker.kill('SIGTERM');
  await worker.ended;
});
