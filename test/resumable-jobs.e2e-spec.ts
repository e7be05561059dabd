/**
 * Resumable jobs: every batch takes effect exactly once together with the stored state, whatever
 * fails, stops or gets lost between two batches.
 * @own-modules
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { Database } from '#platform/database/database.js';
import { PermanentJobError } from '#platform/jobs/job-definition.js';
import { JobHandler, type RunningJob } from '#platform/jobs/job-handler.decorator.js';
import { JOB_QUEUES, JobQueue } from '#platform/jobs/job-queue.js';
import { defineResumableJob, type ResumableJobPayload } from '#platform/jobs/resumable-job.js';
import { ResumableJobs } from '#platform/jobs/resumable-jobs.js';
import { JobsApp, TraceWorker } from './jobs-app.js';
import { runJobs } from './run-jobs.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

interface Counting {
  name: string;
  from: number;
  upTo: number;
}

const count = defineResumableJob<Counting>({
  queue: 'counting',
  name: 'count',
  attempts: 2,
  backOff: { type: 'fixed', delayMs: 10 },
  progress: ({ name, from }) => ({ name, from }),
});

/** What happens in a batch after its row is written; one test after another sets it. */
let hook: (number: number) => Promise<void> | void;

@Injectable()
class CountWorker {
  constructor(
    private readonly resumableJobs: ResumableJobs,
    private readonly database: Database,
  ) {}

  @JobHandler(count)
  async count({ id }: ResumableJobPayload, { signal }: RunningJob): Promise<void> {
    await this.resumableJobs.run(count, id, (state) => this.nextBatch(state), signal);
  }

  private async nextBatch({ name, from, upTo }: Counting): Promise<Counting | null> {
    if (from > upTo) return null;
    await this.database.query(`INSERT INTO counted VALUES ($1, $2)`, [name, from]);
    await hook(from);
    return { name, from: from + 1, upTo };
  }
}

let database: TestDatabase;
let app: JobsApp;
/** A second process. */
let other: JobsApp;

beforeAll(async () => {
  database = await createTestDatabase();
  [app, other] = await Promise.all([start(), start()]);
  await query('CREATE TABLE counted (name text, number integer)');
});

beforeEach(async () => {
  hook = () => undefined;
  await query('TRUNCATE counted, resumable_jobs');
  await queue().obliterate({ force: true });
});

afterAll(async () => {
  await Promise.all([app.close(), other.close()]);
  await database.drop();
});

function start(): Promise<JobsApp> {
  const redisUrl = process.env['REDIS_URL'];
  const { connection } = database;
  return JobsApp.start({ connection, redisUrl, providers: [TraceWorker, CountWorker] });
}

function query<Row extends object>(sql: string): Promise<Row[]> {
  // Outside the transaction of a batch, from which a hook may call this.
  return other.get(Database).query<Row>(sql);
}

function queue(): Queue {
  return app.context.get<Map<string, Queue>>(JOB_QUEUES, { strict: false }).get('counting')!;
}

async function begin(upTo: number, options: { key?: string } = {}): Promise<number> {
  const state = { name: 'sample', from: 1, upTo };
  const id = await app.transaction(() =>
    app.get(ResumableJobs).start(count, { realmId: 1, ...options, state }),
  );
  await app.get(JobQueue).settled();
  return id;
}

/** Runs the job like a worker. */
function work(
  id: number,
  { in: worker = app, signal = new AbortController().signal } = {},
): Promise<void> {
  return worker.get(CountWorker).count({ id }, { id: `count.${id}`, attempt: 1, signal });
}

async function counted(): Promise<number[]> {
  const numbers = await query<{ number: number }>('SELECT number FROM counted ORDER BY number');
  return numbers.map(({ number }) => number);
}

async function rows(): Promise<{ from: number; finished: boolean }[]> {
  return query(
    `SELECT (state->>'from')::integer AS "from", finished_at IS NOT NULL AS finished
     FROM resumable_jobs ORDER BY id`,
  );
}

async function stall(): Promise<void> {
  await query(`UPDATE resumable_jobs SET advanced_at = now() - interval '121 seconds'`);
}

describe('a resumable job', () => {
  it('runs batch after batch until nothing is left', async () => {
    await begin(3);
    expect(await rows()).toEqual([{ from: 1, finished: false }]);
    await runJobs(app.context);
    expect(await counted()).toEqual([1, 2, 3]);
    expect(await rows()).toEqual([{ from: 4, finished: true }]);
  });

  it('does not exist when the transaction that starts it rolls back', async () => {
    const state = { name: 'sample', from: 1, upTo: 3 };
    const failed = app.transaction(async () => {
      await app.get(ResumableJobs).start(count, { realmId: 1, state });
      throw new Error('No');
    });
    await expect(failed).rejects.toThrow('No');
    await runJobs(app.context);
    expect(await rows()).toEqual([]);
    expect(await counted()).toEqual([]);
  });

  it('stores the state in the transaction of the batch', async () => {
    const seen: unknown[] = [];
    hook = async () => {
      seen.push([await counted(), await rows()]);
    };
    await begin(2);
    await runJobs(app.context);
    expect(seen).toEqual([
      [[], [{ from: 1, finished: false }]],
      [[1], [{ from: 2, finished: false }]],
    ]);
  });

  it('repeats a batch that failed, and none before it', async () => {
    let failures = 1;
    hook = (number) => {
      if (number === 3 && failures-- > 0) throw new Error('The disk is full');
    };
    const id = await begin(5);
    await expect(work(id)).rejects.toThrow('The disk is full');
    expect(await counted()).toEqual([1, 2]);
    expect(await rows()).toEqual([{ from: 3, finished: false }]);
    await runJobs(app.context);
    expect(await counted()).toEqual([1, 2, 3, 4, 5]);
  });

  it('stops between two batches when its process stops, and another process continues', async () => {
    const stopping = new AbortController();
    hook = (number) => {
      if (number === 2) stopping.abort(new Error('The process stops'));
    };
    const id = await begin(5);
    await expect(work(id, { signal: stopping.signal })).rejects.toThrow('The process stops');
    expect(await counted()).toEqual([1, 2]);
    await work(id, { in: other });
    expect(await counted()).toEqual([1, 2, 3, 4, 5]);
    expect(await rows()).toEqual([{ from: 6, finished: true }]);
  });

  it('runs every batch once, however many workers have it', async () => {
    hook = () => new Promise((resolve) => setTimeout(resolve, 5));
    const id = await begin(40);
    await Promise.all([
      work(id),
      work(id, { in: other }),
      work(id),
      work(id, { in: other }),
      runJobs(app.context),
    ]);
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    expect(await counted()).toEqual(numbers);
    expect(await rows()).toEqual([{ from: 41, finished: true }]);
  });

  it('is left alone while another worker runs a batch', async () => {
    const id = await begin(1);
    let before: number[] | undefined;
    hook = async () => {
      await work(id, { in: other });
      before = await counted();
    };
    await work(id);
    expect(before).toEqual([]);
    expect(await counted()).toEqual([1]);
  });

  it('does nothing when it is finished', async () => {
    const id = await begin(2);
    await runJobs(app.context);
    await work(id);
    expect(await counted()).toEqual([1, 2]);
  });
});

describe('a job that was lost', () => {
  it('is found by the sweep after two minutes without a batch', async () => {
    await begin(2);
    await queue().obliterate({ force: true });
    await app.get(ResumableJobs).sweep();
    await runJobs(app.context);
    expect(await counted()).toEqual([]);
    await stall();
    await app.get(ResumableJobs).sweep();
    await runJobs(app.context);
    expect(await counted()).toEqual([1, 2]);
  });

  it('starts over when it has failed permanently', async () => {
    hook = () => {
      throw new PermanentJobError('The disk is full');
    };
    await begin(2);
    await expect(runJobs(app.context)).rejects.toThrow('failed permanently');
    hook = () => undefined;
    await stall();
    await app.get(ResumableJobs).sweep();
    await runJobs(app.context);
    expect(await counted()).toEqual([1, 2]);
  });

  it('is enqueued once when it only waits for a worker', async () => {
    await begin(2);
    await stall();
    for (let sweep = 0; sweep < 3; sweep++) await app.get(ResumableJobs).sweep();
    await app.get(JobQueue).settled();
    expect(await queue().getWaitingCount()).toBe(1);
  });

  it('of a kind that only a newer version defines is not changed', async () => {
    await begin(2);
    await query(`UPDATE resumable_jobs SET kind = 'newer'`);
    await stall();
    await app.get(ResumableJobs).sweep();
    expect(await rows()).toEqual([{ from: 1, finished: false }]);
  });
});

describe('a key', () => {
  it('joins a second job to the first until that is finished', async () => {
    const first = await begin(2, { key: 'sample' });
    expect(await begin(9, { key: 'sample' })).toBe(first);
    expect(await begin(9, { key: 'other' })).not.toBe(first);
    await runJobs(app.context);
    expect(await begin(2, { key: 'sample' })).not.toBe(first);
  });

  it('gives one job to several that start it at the same time', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => begin(2, { key: 'sample' })));
    expect(new Set(ids).size).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  it('brings back a lost job when it is started again', async () => {
    const id = await begin(2, { key: 'sample' });
    await queue().obliterate({ force: true });
    expect(await begin(2, { key: 'sample' })).toBe(id);
    await runJobs(app.context);
    expect(await counted()).toEqual([1, 2]);
  });
});

describe('waiting for the end', () => {
  /** Longer than the time limit of a test. */
  const HOUR_MS = 3_600_000;

  it('ends with the last batch, in whatever process that is', async () => {
    const id = await begin(2);
    const waits = [app, other].map((each) => each.get(ResumableJobs).waitForEnd(1, id, HOUR_MS));
    await work(id, { in: other });
    expect(await Promise.all(waits)).toEqual([true, true]);
  });

  it('ends at once when the job is finished or its row is gone', async () => {
    const id = await begin(2);
    await runJobs(app.context);
    expect(await app.get(ResumableJobs).waitForEnd(1, id, HOUR_MS)).toBe(true);
    await query('TRUNCATE resumable_jobs');
    expect(await app.get(ResumableJobs).waitForEnd(1, id, HOUR_MS)).toBe(true);
  });

  it('ends after its time while the job runs', async () => {
    const id = await begin(2);
    expect(await app.get(ResumableJobs).waitForEnd(1, id, 50)).toBe(false);
  });
});

describe('the row', () => {
  it('of a finished job is deleted after 30 days, and no other', async () => {
    await begin(2);
    await runJobs(app.context);
    await begin(2);
    await query(`UPDATE resumable_jobs SET finished_at = now() - interval '29 days'
      WHERE finished_at IS NOT NULL`);
    await app.get(ResumableJobs).sweep();
    expect(await rows()).toHaveLength(2);
    await query(`UPDATE resumable_jobs SET finished_at = now() - interval '31 days'
      WHERE finished_at IS NOT NULL`);
    await app.get(ResumableJobs).sweep();
    expect(await rows()).toEqual([{ from: 1, finished: false }]);
  });
});
