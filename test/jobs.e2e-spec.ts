/**
 * Jobs in real processes: order, retries, recovery from crashes.
 * @own-modules
 */
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  jest,
  test,
} from '@jest/globals';
import type { Job, Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import pg from 'pg';
import { Registry } from 'prom-client';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { EventConsumers } from '#platform/jobs/event-consumers.js';
import { EventCursors } from '#platform/jobs/event-cursors.js';
import { FinishedJobs } from '#platform/jobs/finished-jobs.js';
import { JobHandler } from '#platform/jobs/job-handler.decorator.js';
import { type IdentifiedJob, JOB_QUEUES, JobQueue } from '#platform/jobs/job-queue.js';
import { StartupError } from '#platform/startup-error.js';
import type { JobsAppOptions } from './jobs-app.js';
import {
  failAlways,
  failPermanently,
  failTwice,
  ignored,
  JobsApp,
  leaveTrace,
  leaveTraceOnce,
  postponeOnce,
  takeLong,
  TraceWorker,
} from './jobs-app.js';
import { runJobs } from './run-jobs.js';
import type { TestDatabase } from './test-database.js';
import { createTestDatabase } from './test-database.js';
import { redisUrlFor } from './test-redis.js';
import { spawnTypeScript } from './typescript-process.js';

let database: TestDatabase;
let redis: Redis | undefined;
const apps = new Set<JobsApp>();
const children = new Set<ChildProcess>();

const redisUrl = redisUrlFor('own');

beforeAll(async () => {
  database = await createTestDatabase();
  await query('CREATE TABLE traces (what text, process text)');
  if (redisUrl) redis = new Redis(redisUrl);
});

beforeEach(async () => {
  await query(`TRUNCATE traces, event_log, event_consumers, event_consumer_cursors, finished_jobs`);
  await query(`TRUNCATE job_store; SELECT setval('event_log_id_seq', 1, false)`);
  const [backend] = await query<{ exists: boolean }>(
    `SELECT to_regclass('bullmq.job') IS NOT NULL AS exists`,
  );
  if (backend!.exists) await query('TRUNCATE bullmq.job, bullmq.scheduler, bullmq.meta CASCADE');
  await redis?.flushdb();
});

afterEach(async () => {
  jest.restoreAllMocks();
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await Promise.all([...apps].map((app) => app.close()));
  apps.clear();
});

afterAll(async () => {
  redis?.disconnect();
  await database.drop();
});

describe('enqueueing', () => {
  test('adds the job after the commit, not before', async () => {
    const app = await start();
    await app.transaction(async () => {
      app.get(JobQueue).enqueue(leaveTrace, { what: 'committed' });
      await delay(50);
      expect(await waiting(app, 'traces')).toBe(0);
    });
    await runJobs(app.context);
    expect(await app.traces()).toEqual(['committed']);
  });

  test('does nothing when the transaction rolls back', async () => {
    const app = await start();
    const failed = app.transaction(() => {
      app.get(JobQueue).enqueue(leaveTrace, { what: 'rolled back' });
      throw new Error('No');
    });
    await expect(failed).rejects.toThrow('No');
    await runJobs(app.context);
    expect(await app.traces()).toEqual([]);
  });

  test('throws outside a transaction', async () => {
    const app = await start();
    const enqueue = (): void => app.get(JobQueue).enqueue(leaveTrace, { what: 'nothing' });
    expect(enqueue).toThrow('Database.transaction');
  });

  test('ignores a second job of the same id while the first waits', async () => {
    const app = await start();
    for (const what of ['first', 'second']) {
      await app.transaction(() => app.get(JobQueue).enqueue(leaveTrace, { what }, { jobId: 17 }));
      await app.get(JobQueue).settled();
    }
    await runJobs(app.context);
    expect(await app.traces()).toEqual(['first']);
  });

  test('accepts the id again when the first job is done', async () => {
    const app = await start();
    for (const what of ['first', 'second']) {
      await app.transaction(() => app.get(JobQueue).enqueue(leaveTrace, { what }, { jobId: 17 }));
      await runJobs(app.context);
    }
    expect(await app.traces()).toEqual(['first', 'second']);
  });

  test('of many jobs in one transaction adds them all', async () => {
    const app = await start();
    const whats = Array.from({ length: 30 }, (_, index) => `job ${100 + index}`);
    await app.transaction(() => {
      for (const what of whats) app.get(JobQueue).enqueue(leaveTrace, { what });
    });
    await runJobs(app.context);
    expect(await app.traces()).toEqual(whats);
  });

  test('an unreachable backend does not make the commit fail', async () => {
    const app = await start();
    const queue = queueOf(app, 'traces');
    const add = jest.spyOn(queue, 'add').mockRejectedValueOnce(new Error('Gone'));
    await app.transaction(() => app.get(JobQueue).enqueue(leaveTrace, { what: 'late' }));
    await app.get(JobQueue).settled();
    expect(add).toHaveBeenCalledTimes(2);
    await runJobs(app.context);
    expect(await app.traces()).toEqual(['late']);
  });

  test('with a delay runs the job later', async () => {
    const app = await start();
    await app.transaction(() =>
      app.get(JobQueue).enqueue(leaveTrace, { what: 'later' }, { delayMs: 300 }),
    );
    await runJobs(app.context);
    expect(await app.traces()).toEqual([]);
    await start({ runWorkers: true });
    await eventually(async () => expect(await app.traces()).toEqual(['later']));
  });
});

describe('a job that fails', () => {
  test('is retried after its back-off', async () => {
    const app = await start({ runWorkers: true });
    await app.transaction(() => app.get(JobQueue).enqueue(failTwice, { what: 'try' }));
    await eventually(async () => expect(await app.traces()).toEqual(['try 1', 'try 2', 'try 3']));
    expect(await app.get(JobQueue).failed()).toEqual([]);
    await eventually(async () => {
      const metrics = await app.get(Registry).metrics();
      expect(metrics).toContain(
        'jobs_processed_total{queue="failures",name="fail-twice",outcome="retried"} 2',
      );
      expect(metrics).toContain(
        'jobs_processed_total{queue="failures",name="fail-twice",outcome="completed"} 1',
      );
      expect(metrics).toContain('jobs_waiting{queue="failures"} 0');
    });
  });

  test('is kept after its last attempt, and can be retried', async () => {
    const logged = jest.spyOn(PinoLogger.prototype, 'error');
    const app = await start({ runWorkers: true });
    await app.transaction(() => app.get(JobQueue).enqueue(failAlways, { what: 'try' }));
    const failed = await eventually(async () => {
      const [job] = await app.get(JobQueue).failed();
      expect(job).toMatchObject({
        queue: 'failures',
        name: 'fail-always',
        payload: { what: 'try' },
        reason: 'Never',
        attempts: 2,
      });
      return job!;
    });
    await eventually(async () =>
      expect(logged).toHaveBeenCalledWith(
        expect.objectContaining({ queue: 'failures', job: 'fail-always', attempt: 2 }),
        expect.stringContaining('failed permanently'),
      ),
    );
    expect(await app.get(Registry).metrics()).toContain('jobs_failed{queue="failures"} 1');

    expect(await app.get(JobQueue).retry(failed.reference)).toBe(true);
    await eventually(async () => {
      expect(await app.traces()).toEqual(['try 1', 'try 1', 'try 2', 'try 2']);
      expect(await app.get(JobQueue).failed()).toHaveLength(1);
    });
    expect(await app.get(JobQueue).retry('failures/no-such-job')).toBe(false);
    expect(await app.get(JobQueue).retry('no-such-queue/1')).toBe(false);
  });

  test('permanently is not retried', async () => {
    const app = await start();
    await app.transaction(() => app.get(JobQueue).enqueue(failPermanently, { what: 'try' }));
    await expect(runJobs(app.context)).rejects.toThrow('"fail-permanently"');
    await runJobs(app.context);
    expect(await app.traces()).toEqual(['try 1']);
    expect(await app.get(JobQueue).failed()).toMatchObject([{ reason: 'It makes no sense' }]);
  });
});

describe('a worker', () => {
  test('refuses to start with a job without a handler', async () => {
    const started = start({ runWorkers: true, providers: [] });
    await expect(started).rejects.toThrow(StartupError);
    await expect(started).rejects.toThrow(/"leave-trace", .*"take-long"/);
  });

  test('refuses to start with a job that two methods handle', async () => {
    @Injectable()
    class SecondWorker {
      @JobHandler(leaveTrace)
      async leave(): Promise<void> {}
    }
    const started = start({ runWorkers: true, providers: [TraceWorker, SecondWorker] });
    await expect(started).rejects.toThrow(StartupError);
    await expect(started).rejects.toThrow('"leave-trace" has two handlers');
  });

  test('refuses to start with a queue that does not exist', async () => {
    const started = start({ runWorkers: true, queues: 'traces,no-such-queue:3' });
    await expect(started).rejects.toThrow(StartupError);
    await expect(started).rejects.toThrow('"no-such-queue"');
  });

  test('serves only its queues', async () => {
    const app = await start({ runWorkers: true, queues: 'traces' });
    await app.transaction(() => {
      app.get(JobQueue).enqueue(leaveTrace, { what: 'chosen' });
      app.get(JobQueue).enqueue(failTwice, { what: 'left' });
    });
    await eventually(async () => expect(await app.traces()).toEqual(['chosen']));
    await delay(100);
    expect(await waiting(app, 'failures')).toBe(1);
    expect(await app.traces()).toEqual(['chosen']);
  });

  test('runs at most the configured number of jobs of a queue at once', async () => {
    const app = await start({ runWorkers: true, queues: 'slow:2,*' });
    await app.transaction(() => {
      for (let job = 0; job < 3; job++) app.get(JobQueue).enqueue(takeLong, { milliseconds: 300 });
    });
    await eventually(async () => expect(await app.traces()).toEqual(['begins', 'begins']));
    await delay(100);
    expect(await waiting(app, 'slow')).toBe(1);
    await eventually(async () => expect(await app.traces()).toHaveLength(6));
  });

  test('that stops finishes its jobs', async () => {
    const watcher = await start();
    const app = await start({ runWorkers: true });
    await app.transaction(() => app.get(JobQueue).enqueue(takeLong, { milliseconds: 400 }));
    await eventually(async () => expect(await watcher.traces()).toEqual(['begins']));
    await close(app);
    expect(await watcher.traces()).toEqual(['begins', 'ends']);
  });

  test('that stops returns jobs that take too long', async () => {
    const watcher = await start();
    const app = await start({ runWorkers: true });
    await app.transaction(() => app.get(JobQueue).enqueue(takeLong, { milliseconds: 3_600_000 }));
    await eventually(async () => expect(await watcher.traces()).toEqual(['begins']));
    await close(app);
    expect(await watcher.traces()).toEqual(['begins']);
    const [job] = await queueOf(watcher, 'slow').getWaiting();
    expect(job).toMatchObject({ name: 'take-long', attemptsMade: 0 });
  });

  test('of several runs a scheduled job', async () => {
    const app = await start({ runWorkers: true });
    await start({ runWorkers: true });
    await eventually(async () => {
      const schedules = await queueOf(app, 'maintenance').getJobSchedulers();
      const patterns = schedules.map(({ key, pattern }) => `${key} ${pattern}`);
      expect(patterns.toSorted()).toEqual([
        'prune-finished-jobs 23 3 * * *',
        'sweep-resumable-jobs * * * * *',
      ]);
    });
    await delay(100);
    expect(await turnsOf(app, 'prune-finished-jobs')).toHaveLength(1);
  });

  test('runs a scheduled job that was due while none ran', async () => {
    const app = await start({ runWorkers: true });
    const [turn] = await eventually(async () => {
      const turns = await turnsOf(app, 'prune-finished-jobs');
      expect(turns).toHaveLength(1);
      return turns;
    });
    await query(`INSERT INTO finished_jobs VALUES ('old', now() - interval '31 days')`);
    await close(app);
    const api = await start();
    await (await queueOf(api, 'maintenance').getJob(turn!.id!))?.promote();
    await start({ runWorkers: true });
    await eventually(async () =>
      expect(await api.get(FinishedJobs).findFinished(['old'])).toEqual(new Set()),
    );
    expect(await turnsOf(api, 'prune-finished-jobs')).toHaveLength(1);
  });
});

describe('finished jobs', () => {
  test('have their effect once, also when two run at the same time', async () => {
    const app = await start();
    const finished = app.get(FinishedJobs);
    let effects = 0;
    const run = (): Promise<boolean> =>
      finished.runOnce('sample', async () => {
        effects += 1;
        await delay(50);
      });
    const ran = await Promise.all([run(), run()]);
    expect(ran.filter(Boolean)).toHaveLength(1);
    expect(await run()).toBe(false);
    expect(effects).toBe(1);
  });

  test('are not recorded when their effect fails', async () => {
    const app = await start();
    const finished = app.get(FinishedJobs);
    const failing = finished.runOnce('sample', () => Promise.reject(new Error('No')));
    await expect(failing).rejects.toThrow('No');
    expect(await finished.runOnce('sample', async () => undefined)).toBe(true);
  });

  test('are forgotten after 30 days', async () => {
    const app = await start();
    await query(
      `INSERT INTO finished_jobs VALUES ('old', now() - interval '31 days'), ('new', now() - interval '29 days')`,
    );
    await app.get(FinishedJobs).prune();
    expect(await app.get(FinishedJobs).findFinished(['old', 'new'])).toEqual(new Set(['new']));
  });
});

describe('an event consumer', () => {
  test('turns the events of its kinds into jobs', async () => {
    const app = await start();
    await app.transaction(() =>
      app.get(EventLog).append(ignored(1, { what: 'ignored' }, Audience.internal())),
    );
    await app.append(1, 'one', 'two');
    await app.append(2, 'three');
    await runJobs(app.context);
    const expected = ['once one', 'once three', 'once two', 'one', 'three', 'two'];
    expect(await app.traces()).toEqual(expected);
    await runJobs(app.context);
    expect(await app.traces()).toEqual(expected);
  });

  test('is woken by a commit in another process', async () => {
    const api = await start();
    const worker = await start({ runWorkers: true });
    // Its sweep finds nothing.
    jest.spyOn(worker.get(EventConsumers), 'realmsBehind').mockResolvedValue([]);
    await api.append(1, 'one');
    await eventually(async () => expect(await api.traces()).toEqual(['once one', 'one']));
  });

  test('finds events that were committed while no worker ran', async () => {
    const api = await start();
    await api.append(1, 'one');
    await close(api);
    const worker = await start({ runWorkers: true });
    await eventually(async () => expect(await worker.traces()).toEqual(['once one', 'one']));
  });

  test('ignores events from before it existed', async () => {
    await query(`SELECT setval('event_log_id_seq', 10)`);
    await query(
      `INSERT INTO event_log (realm_id, id, type, payload, audience)
       VALUES (1, 10, 'happened', '{"what": "old"}', '{"kind": "internal"}')`,
    );
    const app = await start();
    await app.append(1, 'new');
    await runJobs(app.context);
    expect(await app.traces()).toEqual(['new', 'once new']);
  });

  test('keeps its position when the process restarts', async () => {
    const first = await start();
    await first.append(1, 'one');
    await close(first);
    const second = await start();
    await second.append(1, 'two');
    await runJobs(second.context);
    expect(await second.traces()).toEqual(['once one', 'once two', 'one', 'two']);
  });

  test('loses no jobs when they cannot be added', async () => {
    const app = await start();
    await app.append(1, 'one');
    jest.spyOn(app.get(JobQueue), 'add').mockRejectedValueOnce(new Error('Gone'));
    await expect(app.get(EventConsumers).advance(1)).rejects.toThrow('Gone');
    await runJobs(app.context);
    expect(await app.traces()).toEqual(['once one', 'one']);
  });

  test('repeats no jobs when the cursor does not move after they were added', async () => {
    const app = await start();
    await app.append(1, 'one');
    jest.spyOn(app.get(EventCursors), 'advance').mockRejectedValueOnce(new Error('Gone'));
    await expect(app.get(EventConsumers).advance(1)).rejects.toThrow('Gone');
    expect(await waiting(app, 'traces')).toBe(2);
    await runJobs(app.context);
    expect(await app.traces()).toEqual(['once one', 'one']);
  });

  test('repeats no jobs when events are replayed', async () => {
    const app = await start();
    await app.append(1, 'one', 'two');
    await runJobs(app.context);
    const before = await app.traces();
    await query('UPDATE event_consumer_cursors SET cursor = 0');
    await runJobs(app.context);
    expect(await app.traces()).toEqual(before);

    // A job that is added again after it finished is skipped.
    const [event] = await app.get(EventLog).read(1, 0, 1);
    const again = (
      request: ReturnType<typeof leaveTrace.with>,
      position: number,
    ): IdentifiedJob => ({
      id: `tracer:${event!.id}:${position}`,
      request,
    });
    await app
      .get(JobQueue)
      .add([
        again(leaveTrace.with({ what: 'again' }), 0),
        again(leaveTraceOnce.with({ what: 'again' }), 1),
      ]);
    await runJobs(app.context);
    expect(await app.traces()).toEqual(before);
  });

  test('stops at an event that it cannot read, and continues once it can', async () => {
    const app = await start();
    await app.append(1, 'one');
    await query(`UPDATE event_log SET payload = 'null'`);
    await expect(runJobs(app.context)).rejects.toThrow('stuck in realm 1');
    await query(`UPDATE event_log SET payload = '{"what": "valid"}'`);
    await runJobs(app.context);
    expect(await app.traces()).toEqual(['once valid', 'valid']);
  });

  test('adds the unfinished jobs of the last day when the queues were lost', async () => {
    const app = await start();
    await app.append(1, 'done');
    await runJobs(app.context);
    await app.append(1, 'lost');
    await app.get(EventConsumers).advance(1);
    for (const queue of queuesOf(app).values()) await queue.obliterate({ force: true });
    await redis?.flushdb();
    await query(`INSERT INTO job_store VALUES (true, 'another one')
      ON CONFLICT (only_row) DO UPDATE SET store_id = excluded.store_id`);
    await start({ runWorkers: true });
    await eventually(async () =>
      expect(await app.traces()).toEqual(['done', 'lost', 'once done', 'once lost']),
    );
    await eventually(async () =>
      expect(await queueOf(app, 'maintenance').getJobSchedulers()).toHaveLength(2),
    );
  });
});

describe('a postponed job', () => {
  test('runs later, as the same attempt', async () => {
    const app = await start({ runWorkers: true });
    await app.transaction(() => app.get(JobQueue).enqueue(postponeOnce, { what: 'later' }));
    await eventually(async () => expect(await app.traces()).toEqual(['later 1', 'later 1']));
    expect(await app.get(JobQueue).failed()).toEqual([]);
  });
});

describe('several worker processes', () => {
  test('share the events; killing one loses and repeats no jobs', async () => {
    const api = await start();
    const first = await startChild('first');
    const whats = Array.from({ length: 60 }, (_, index) => `event ${100 + index}`);
    let second = first;
    for (const [index, what] of whats.entries()) {
      await api.append(1 + (index % 3), what);
      if (index === 10) {
        await eventually(async () => expect(await api.traces()).not.toEqual([]), 20_000);
        second = await startChild('second');
      }
      if (index === 30) {
        first.kill('SIGKILL');
        await once(first, 'exit');
        await expireLocks();
      }
    }
    await eventually(async () => {
      const doneOnce = (await api.traces()).filter((trace) => trace.startsWith('once '));
      expect(doneOnce).toEqual(whats.map((what) => `once ${what}`));
    }, 20_000);
    const processes = await query<{ process: string }>('SELECT DISTINCT process FROM traces');
    expect(processes.map((row) => row.process).toSorted()).toEqual(['first', 'second']);
    second.kill('SIGTERM');
    const [code] = (await once(second, 'exit')) as [number | null];
    expect(code).toBe(0);
  });
});

async function start(options: Partial<JobsAppOptions> = {}): Promise<JobsApp> {
  const app = await JobsApp.start({ connection: database.connection, redisUrl, ...options });
  apps.add(app);
  return app;
}

async function close(app: JobsApp): Promise<void> {
  apps.delete(app);
  await app.close();
}

function queuesOf(app: JobsApp): Map<string, Queue> {
  return app.context.get<Map<string, Queue>>(JOB_QUEUES, { strict: false });
}

function queueOf(app: JobsApp, name: string): Queue {
  return queuesOf(app).get(name)!;
}

/** The next runs of a schedule. */
async function turnsOf(app: JobsApp, name: string): Promise<Job[]> {
  const delayed = await queueOf(app, 'maintenance').getDelayed();
  return delayed.filter((job) => job.name === name);
}

async function waiting(app: JobsApp, queue: string): Promise<number> {
  return queueOf(app, queue).getWaitingCount();
}

async function eventually<T>(check: () => Promise<T>, milliseconds = 5000): Promise<T> {
  const end = Date.now() + milliseconds;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await delay(20);
    }
  }
}

async function query<Row extends object>(statement: string): Promise<Row[]> {
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rows } = await client.query<Row>(statement);
  await client.end();
  return rows;
}

/**
 * Jobs of a dead worker are taken over when their locks have expired and two checks have found that,
 * after about 40 seconds. This test shortens it.
 */
async function expireLocks(): Promise<void> {
  if (!redis) {
    await query(`UPDATE bullmq.job SET locked_until_ms = 0, stalled_marked = true
      WHERE state = 'active'`);
    return;
  }
  const active = await redis.lrange('parley:traces:active', 0, -1);
  if (active.length === 0) return;
  await redis.sadd('parley:traces:stalled', ...active);
  await redis.del(...active.map((id) => `parley:traces:${id}:lock`));
}

async function startChild(processName: string): Promise<ChildProcess> {
  const options: JobsAppOptions = { connection: database.connection, redisUrl, processName };
  const child = spawnTypeScript('jobs-child.ts', JSON.stringify(options));
  children.add(child);
  await once(child.stdout, 'data');
  return child;
}
