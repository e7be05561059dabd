// Metrics of jobs: attempts by outcome, their duration, and the jobs that wait or have failed.
import { Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { JOB_QUEUES } from './job-queue.js';

const COUNT_MS = 1000;

/** `retried`: the attempt failed, another follows. `repeated`: the job was finished before. */
export type JobOutcome = 'completed' | 'repeated' | 'retried' | 'failed';

@Injectable()
export class JobMetrics {
  private readonly processed: Counter;
  private readonly duration: Histogram;

  constructor(@Inject(JOB_QUEUES) queues: Map<string, Queue>, registry: Registry) {
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
      help: 'Jobs that wait for a worker or for the time of their next attempt.',
      labelNames: ['queue'],
      registers,
      async collect() {
        await setCounts(waiting, queues, ['waiting', 'delayed', 'prioritized']);
      },
    });
    const failed = new Gauge({
      name: 'jobs_failed',
      help: 'Jobs that have failed for good.',
      labelNames: ['queue'],
      registers,
      async collect() {
        await setCounts(failed, queues, ['failed']);
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

/** While the backend is unreachable, these numbers are missing and all others are still served. */
async function setCounts(
  gauge: Gauge,
  queues: Map<string, Queue>,
  states: ('waiting' | 'delayed' | 'prioritized' | 'failed')[],
): Promise<void> {
  gauge.reset();
  const counting = [...queues.values()].map(async (queue) => {
    const counts = Object.values(await queue.getJobCounts(...states));
    gauge.set(
      { queue: queue.name },
      counts.reduce((sum, count) => sum + count, 0),
    );
  });
  await pTimeout(Promise.allSettled(counting), { milliseconds: COUNT_MS, message: false });
}
