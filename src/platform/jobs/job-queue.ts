// Adds jobs to the BullMQ queues. A service enqueues inside its transaction; the job is added after that
// transaction commits, and only then. A process that dies in between loses the job: work that must not
// be lost follows from an event (event-consumer.ts) or has a row that a sweep finds (resumable-job.ts).
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { BulkJobOptions, JobsOptions, Queue } from 'bullmq';
import { PinoLogger } from 'nestjs-pino';
import pRetry from 'p-retry';
import pTimeout from 'p-timeout';
import { randomId } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { definedJobs, type JobDefinition, type JobRequest } from './job-definition.js';

/** Injection token: `Map<string, Queue>`, the BullMQ queue of each name. */
export const JOB_QUEUES = Symbol('JobQueues');

const DAY_SECONDS = 86_400;
const ADD_RETRIES = { retries: 2, minTimeout: 250, factor: 4 };
const DRAIN_MS = 1500;
/** A bulk insert costs about as much as this many single inserts. */
const BULK_FROM = 8;

export interface EnqueueOptions {
  /** A second job of the same kind and id is ignored while the first waits, runs or has failed. */
  jobId?: string | number;
  delayMs?: number;
}

export interface FailedJob {
  /** Argument of `retry`. */
  reference: string;
  queue: string;
  name: string;
  payload: unknown;
  reason: string;
  attempts: number;
  /** UNIX time in milliseconds. */
  failedAtMs: number;
}

/** A job with the id that makes it unique. */
export interface IdentifiedJob {
  id: string;
  request: JobRequest;
  delayMs?: number;
}

@Injectable()
export class JobQueue implements BeforeApplicationShutdown {
  /** The jobs of each transaction, by id. */
  private readonly pending = new WeakMap<object, Map<string, IdentifiedJob>>();
  private readonly adding = new Set<Promise<void>>();

  constructor(
    @Inject(JOB_QUEUES) private readonly queues: Map<string, Queue>,
    private readonly database: Database,
    private readonly logger: PinoLogger,
  ) {}

  /** Throws outside a transaction. Adds nothing when the transaction rolls back. */
  enqueue<Payload extends object>(
    definition: JobDefinition<Payload>,
    payload: Payload,
    options: EnqueueOptions = {},
  ): void {
    const { jobId, delayMs } = options;
    const job: IdentifiedJob = {
      id: bullJobId(definition, jobId ?? randomId()),
      request: definition.with(payload),
      delayMs,
    };
    if (job.id.includes(':')) throw new Error(`The job id "${job.id}" must not contain ":"`);
    this.queueOf(definition.queue);
    const transaction = this.database.transactionKey;
    const pending = this.pending.get(transaction);
    if (pending) {
      if (!pending.has(job.id)) pending.set(job.id, job);
      return;
    }
    const jobs = new Map([[job.id, job]]);
    this.pending.set(transaction, jobs);
    this.database.afterCommit(() => this.addInBackground([...jobs.values()]));
  }

  /**
   * Makes sure that the job with this id runs: restarts one that has failed permanently, adds one that was
   * lost, and leaves one alone that waits or runs.
   */
  async revive<Payload extends object>(
    definition: JobDefinition<Payload>,
    payload: Payload,
    jobId: string | number,
  ): Promise<void> {
    if (await this.retry(`${definition.queue}/${bullJobId(definition, jobId)}`)) return;
    await this.database.transaction(async () => this.enqueue(definition, payload, { jobId }));
  }

  /** Adds jobs now. Does not change a job with the same id that waits, runs or has failed. */
  async add(jobs: IdentifiedJob[]): Promise<void> {
    const byQueue = new Map<string, IdentifiedJob[]>();
    for (const job of jobs) {
      const { queue } = job.request.definition;
      const list = byQueue.get(queue);
      if (list) list.push(job);
      else byQueue.set(queue, [job]);
    }
    for (const [name, list] of byQueue) {
      const queue = this.queueOf(name);
      const entries = list.map((job) => ({
        name: job.request.definition.name,
        data: job.request.payload,
        opts: { ...jobOptions(job.request.definition), jobId: job.id, delay: job.delayMs },
      }));
      if (entries.length >= BULK_FROM) {
        await queue.addBulk(entries satisfies { opts: BulkJobOptions }[]);
      } else {
        for (const { name: job, data, opts } of entries) await queue.add(job, data, opts);
      }
    }
  }

  /** Jobs that have failed permanently, newest first. */
  async failed(limit = 100): Promise<FailedJob[]> {
    const lists = await Promise.all(
      [...this.queues.values()].map(async (queue) => {
        const jobs = await queue.getFailed(0, limit - 1);
        return jobs.map((job) => ({
          reference: `${queue.name}/${job.id}`,
          queue: queue.name,
          name: job.name,
          payload: job.data as unknown,
          reason: job.failedReason,
          attempts: job.attemptsMade,
          failedAtMs: job.finishedOn ?? 0,
        }));
      }),
    );
    return lists
      .flat()
      .toSorted((a, b) => b.failedAtMs - a.failedAtMs)
      .slice(0, limit);
  }

  /** Restarts a failed job with all its attempts. Returns false when there is no such job. */
  async retry(reference: string): Promise<boolean> {
    const slash = reference.indexOf('/');
    const queue = this.queues.get(reference.slice(0, slash));
    const job = await queue?.getJob(reference.slice(slash + 1));
    if (!(await job?.isFailed())) return false;
    await job?.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    return true;
  }

  /** Resolves when the jobs of all transactions committed so far are added. */
  async settled(): Promise<void> {
    await Promise.all(this.adding);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await pTimeout(this.settled(), { milliseconds: DRAIN_MS, message: false });
  }

  private addInBackground(jobs: IdentifiedJob[]): void {
    const adding = this.addOrLog(jobs).finally(() => this.adding.delete(adding));
    this.adding.add(adding);
  }

  /** The commit has been answered: a failure can only be logged. */
  private async addOrLog(jobs: IdentifiedJob[]): Promise<void> {
    try {
      await pRetry(() => this.add(jobs), ADD_RETRIES);
    } catch (error) {
      const ids = jobs.map((job) => job.id);
      this.logger.error({ err: error, jobs: ids }, 'Jobs of a commit could not be added');
    }
  }

  private queueOf(name: string): Queue {
    const queue = this.queues.get(name);
    if (queue) return queue;
    const known = definedJobs().some((definition) => definition.queue === name);
    throw new Error(`The queue "${name}" is ${known ? 'defined too late' : 'not defined'}`);
  }
}

function bullJobId({ name }: { name: string }, jobId: string | number): string {
  return `${name}.${jobId}`;
}

/** BullMQ's options for jobs of this definition. */
export function jobOptions(definition: JobDefinition<never>): JobsOptions {
  return {
    attempts: definition.attempts,
    backoff: { type: definition.backOff.type, delay: definition.backOff.delayMs, jitter: 0.25 },
    removeOnComplete: true,
    removeOnFail: { age: 30 * DAY_SECONDS, count: 10_000 },
    stackTraceLimit: 3,
  };
}
