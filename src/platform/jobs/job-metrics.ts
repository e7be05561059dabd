// Metrics of jobs: attempts by outcome, their duration, and the jobs that wait or have failed.
import { Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { Clock } from '#platform/clock.js';
import { JOB_QUEUES } from './job-queue.js';

const COUNT_MS = 1000;

/** `retried`: the attempt failed, another follows. `repeated`: the job was finished before. */
export type JobOutcome = 'completed' | 'repeated' | 'retried' | 'failed';

@Injectable()
export class JobMetrics {
  private readonly processed: Counter;
  private readonly duration: Histogram;

  constructor(@Inject(JOB_QUEUES) queues: Map<string, Queue>, registry: Registry, clock: Clock) {
    const registers = [registry];
    this.processed = new Counter({
      name: 'jobs_processed_total',
      help: 'Attempts to run jobs, by outcome.',
      labelNames: ['queue', 'name', 'outcome'],
      registers,
    });
    this.duration = new Histogram({
      name: 'job_duration_seconds',
      help: 'Duration of an attempt to run a job.',
      labelNames: ['queue', 'name'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
      registers,
    });
    const waiting = new Gauge({
      name: 'jobs_waiting',
      help: 'Jobs that wait for a worker or for their next attempt, without the next runs of schedules.',
      labelNames: ['queue'],
      registers,
      async collect() {
        await setCounts(waiting, queues, (queue) => waitingJobs(queue, clock.now().getTime()));
      },
    });
    const failed = new Gauge({
      name: 'jobs_failed',
      help: 'Jobs that have failed permanently.',
      labelNames: ['queue'],
      registers,
      async collect() {
        await setCounts(failed, queues, (queue) => queue.getJobCountByTypes('failed'));
      },
    });
  }

  ended(queue: string, name: string, outcome: JobOutcome): void {
    this.processed.inc({ queue, name, outcome });
  }

  /** Returns a function to call at the end of the attempt. */
  startTimer(queue: string, name: string): () => void {
    return this.duration.startTimer({ queue, name });
  }
}

/** The next run of a schedule is a delayed job, too, but it is not late. */
async function waitingJobs(queue: Queue, now: number): Promise<number> {
  const [jobs, schedules] = await Promise.all([
    queue.getJobCountByTypes('waiting', 'delayed', 'prioritized'),
    queue.getJobSchedulers(),
  ]);
  return Math.max(0, jobs - schedules.filter(({ next }) => (next ?? 0) > now).length);
}

/** While the backend is unreachable, these numbers are missing and all others are still served. */
async function setCounts(
  gauge: Gauge,
  queues: Map<string, Queue>,
  count: (queue: Queue) => Promise<number>,
): Promise<void> {
  gauge.reset();
  const counting = [...queues.values()].map(async (queue) => {
    gauge.set({ queue: queue.name }, await count(queue));
  });
  await pTimeout(Promise.allSettled(counting), { milliseconds: COUNT_MS, message: false });
}
