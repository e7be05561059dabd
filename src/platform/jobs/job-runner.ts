// Runs the event consumers and the jobs of the queues that this process serves. When the process stops,
// jobs have a few seconds to finish; the others return to their queues.
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { DelayedError, type Job, Worker } from 'bullmq';
import { PinoLogger } from 'nestjs-pino';
import pTimeout from 'p-timeout';
import { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import { chosenQueues } from './chosen-queues.js';
import { EventConsumerLoop } from './event-consumer-loop.js';
import { JobBackend, logErrors } from './job-backend.js';
import { PostponeJobError } from './job-definition.js';
import { JobHandlers } from './job-handlers.js';

const FINISH_MS = 5500;
const RETURN_MS = 1000;
const CLOSE_MS = 500;
/** A dead worker is detected within this time plus the 30 seconds of its locks. */
const STALLED_CHECK_MS = 5000;
/** A job whose workers keep dying is probably the cause. */
const MAX_STALLS = 5;

interface ActiveJob {
  job: Job;
  token: string;
  worker: Worker;
}

@Injectable()
export class JobRunner
  implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown
{
  private readonly workers: Worker[] = [];
  private readonly active = new Set<ActiveJob>();
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly config: Config,
    private readonly jobBackend: JobBackend,
    private readonly jobHandlers: JobHandlers,
    private readonly eventConsumerLoop: EventConsumerLoop,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {}

  onModuleInit(): void {
    this.jobHandlers.collect();
    chosenQueues(this.config);
  }

  onApplicationBootstrap(): void {
    for (const [queue, concurrency] of chosenQueues(this.config)) {
      this.workers.push(this.startWorker(queue, concurrency));
    }
    this.eventConsumerLoop.start();
  }

  /** Starts to stop as early as possible; `beforeApplicationShutdown` waits for the end. */
  onModuleDestroy(): void {
    this.stopping ??= this.stop();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.stopping;
  }

  private startWorker(queue: string, concurrency: number): Worker {
    const worker: Worker = new Worker(
      queue,
      async (job, token, signal) => {
        const active = { job, token: token!, worker };
        this.active.add(active);
        try {
          await this.jobHandlers.run(job, signal as AbortSignal);
        } catch (error) {
          if (!(error instanceof PostponeJobError)) throw error;
          await job.moveToDelayed(this.clock.now().getTime() + error.delayMs, token);
          throw new DelayedError();
        } finally {
          this.active.delete(active);
        }
      },
      {
        ...this.jobBackend.forWorkers,
        concurrency,
        stalledInterval: STALLED_CHECK_MS,
        maxStalledCount: MAX_STALLS,
      },
    );
    worker.on('failed', (job, error) => {
      if (job) this.jobHandlers.reportFailure(job, error);
    });
    worker.on('stalled', (jobId) =>
      this.logger.warn({ queue, jobId }, 'The worker of a job died; the job is restarted'),
    );
    logErrors(worker, this.logger);
    return worker;
  }

  private async stop(): Promise<void> {
    const closed = Promise.allSettled([
      this.eventConsumerLoop.stop(),
      ...this.workers.map((worker) => worker.close()),
    ]);
    if (await pTimeout(closed, { milliseconds: FINISH_MS, message: false })) return;
    const handedBack = Promise.allSettled([...this.active].map(returnToQueue));
    await pTimeout(handedBack, { milliseconds: RETURN_MS, message: false });
    await pTimeout(closed, { milliseconds: CLOSE_MS, message: false });
  }
}

/** Moves the job before it aborts the handler, so that this does not count as a failed attempt. */
async function returnToQueue({ job, token, worker }: ActiveJob): Promise<void> {
  await job.moveToWait(token);
  worker.cancelJob(job.id!, 'The process stops');
}
