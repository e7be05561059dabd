// Starts, runs and watches resumable jobs. The id of a BullMQ job derives from its row, so that a row
// has one job at most; a sweep enqueues it again when the job was lost or failed too often.
import { type OnModuleDestroy, Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock, fromSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { defineEvent } from '#platform/event-log/event-definition.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { EventTail } from '#platform/event-log/event-tail.js';
import { JobQueue } from './job-queue.js';
import { findResumableJob, type ResumableJob } from './resumable-job.js';
import { ResumableJobsRepository } from './resumable-jobs.repository.js';

const STALLED_SECONDS = 120;
const KEEP_FINISHED_SECONDS = 30 * 24 * 3600;
const LOG_INTERVAL_MS = 60_000;

/** Ends the requests that wait for the job, in every process. */
const jobFinished = defineEvent<{ id: number }>({ type: 'parley:job_finished' });

/**
 * Processes the next batch. Returns the state after it, or null when nothing is left. Runs in a
 * transaction that is repeated after a deadlock or a crash: effects elsewhere must be idempotent.
 */
export type NextBatch<State> = (state: State) => Promise<State | null>;

export interface ResumableJobStart<State> {
  /** The row is deleted together with this realm. */
  realmId: number | null;
  /** At most one unfinished job of a kind has the same key. */
  key?: string;
  state: State;
}

@Injectable()
export class ResumableJobs implements OnModuleDestroy {
  /** Callbacks that end the waits in this process, keyed by the id of the job. */
  private readonly waits = new Map<number, Set<() => void>>();
  private readonly shutdown = new AbortController();

  constructor(
    private readonly resumableJobsRepository: ResumableJobsRepository,
    private readonly jobQueue: JobQueue,
    private readonly eventLog: EventLog,
    private readonly eventTail: EventTail,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {
    eventTail.onEvents((_realmId, events) => {
      for (const { type, payload } of events) {
        if (type !== jobFinished.type) continue;
        for (const end of this.waits.get((payload as { id: number }).id) ?? []) end();
      }
    });
  }

  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  /** Starts a job in the current transaction, or joins the unfinished one. Returns its id. */
  async start<State extends object>(
    job: ResumableJob<State>,
    { realmId, key, state }: ResumableJobStart<State>,
  ): Promise<number> {
    for (;;) {
      const id = await this.resumableJobsRepository.insert(
        { kind: job.name, key: key ?? null, realmId, state },
        this.clock.now(),
      );
      if (id !== undefined) {
        this.enqueue(job, id);
        return id;
      }
      // The other job may be finished by now.
      const existing = await this.join(job, key!);
      if (existing !== undefined) return existing;
    }
  }

  /** Returns the id of the unfinished job with this key. Replaces its BullMQ job if that was lost. */
  async join(job: ResumableJob<never>, key: string): Promise<number | undefined> {
    const id = await this.resumableJobsRepository.findUnfinished(job.name, key);
    if (id !== undefined) this.enqueue(job, id);
    return id;
  }

  /**
   * Runs batches until nothing is left, each in a transaction of its own that also stores the state.
   * Leaves the job to another worker that runs it at the same time.
   */
  async run<State extends object>(
    job: ResumableJob<State>,
    id: number,
    nextBatch: NextBatch<State>,
    signal: AbortSignal,
  ): Promise<void> {
    let loggedAt = -Infinity;
    for (;;) {
      signal.throwIfAborted();
      const state = await this.database.transaction(() => this.runBatch(job, id, nextBatch), {
        withoutTimeLimit: true,
      });
      if (!state) return;
      const now = performance.now();
      if (now - loggedAt < LOG_INTERVAL_MS) continue;
      // The default level leaves out `info`; a job that takes over a minute is worth a line.
      const level = loggedAt < 0 ? 'info' : 'warn';
      this.logger[level](job.progress(state), 'A resumable job advances');
      loggedAt = now;
    }
  }

  /** Enqueues jobs again that have not advanced for a while: lost, or failed too often. */
  async sweep(): Promise<void> {
    const now = this.clock.seconds();
    const stalled = await this.resumableJobsRepository.findStalled(
      fromSeconds(now - STALLED_SECONDS),
    );
    for (const { id, kind } of stalled) {
      const job = findResumableJob(kind);
      // A newer process defines kinds that this one does not have.
      if (job) await this.jobQueue.revive(job, { id }, id);
    }
    await this.resumableJobsRepository.deleteFinishedBefore(
      fromSeconds(now - KEEP_FINISHED_SECONDS),
    );
  }

  /** Waits without a database connection. Returns whether the job finished within the time. */
  async waitForEnd(realmId: number, id: number, timeoutMs: number): Promise<boolean> {
    await this.eventTail.follow(realmId);
    const end = new AbortController();
    const wake = (): void => end.abort();
    const waits = this.waits.get(id) ?? new Set();
    this.waits.set(id, waits.add(wake));
    try {
      // Checked after the listener is registered, so that an end in between is not missed.
      if (await this.resumableJobsRepository.isFinished(id)) return true;
      await this.clock.sleep(timeoutMs, AbortSignal.any([end.signal, this.shutdown.signal]));
      return await this.resumableJobsRepository.isFinished(id);
    } finally {
      waits.delete(wake);
      if (waits.size === 0) this.waits.delete(id);
    }
  }

  private enqueue(job: ResumableJob<never>, id: number): void {
    this.jobQueue.enqueue(job, { id }, { jobId: id });
  }

  /** Returns the new state, or null when the job is finished or runs elsewhere. */
  private async runBatch<State extends object>(
    job: ResumableJob<State>,
    id: number,
    nextBatch: NextBatch<State>,
  ): Promise<State | null> {
    const claimed = await this.resumableJobsRepository.claim<State>(id, job.name);
    if (!claimed) return null;
    const state = await nextBatch(claimed.state);
    const now = this.clock.now();
    if (state) {
      await this.resumableJobsRepository.advance(id, state, now);
      return state;
    }
    await this.resumableJobsRepository.finish(id, now);
    if (claimed.realmId !== null) {
      this.eventLog.append(jobFinished(claimed.realmId, { id }, Audience.internal()));
    }
    this.database.afterCommit(() =>
      this.logger.info(job.progress(claimed.state), 'A resumable job is finished'),
    );
    return null;
  }
}
