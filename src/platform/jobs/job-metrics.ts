// What operators watch: jobs done and failed, how long they take, how many wait.
import { Inject, Injectable } from '@nestjs/common';
import type { Queue } from 'bullmq';
import pTimeout from 'p-timeout';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { JOB_QUEUES } from './job-queue.js';

const COUNT_MS = 1000;

/** `retried`: this try failed, another one comes. `repeated`: it was done before, so nothing ran. */
export type JobOutcome = 'completed' | 'repeated' | 'retried' | 'failed';

@Injectable()
export class JobMetrics {
  private readonly processed: Counter;
  private readonly duration: Histogram;

  constructor(@Inject(JOB_QUEUES) queues: Map<string, Queue>, registry: Registry) {
    const registers = [registry];
    this.processed = new Counter({
      name: 'jobs_processed_total',
      help: 'Tries of jobs, by how they ended.',
      labelNames: ['queue', 'name', 'outcome'],
      registers,
    });
    this.duration = new Histogram({
      name: 'job_duration_seconds',
      help: 'How long a try of a job takes.',
      labelNames: ['queue', 'name'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
      registers,
    });
    const waiting = new Gauge({
      name: 'jobs_waiting',
      help: 'Jobs that wait for a worker, or for the time of their next try.',
      labelNames: ['queue'],
      registers,
      async collect() {
        await setCounts(waiting, queues, ['waiting', 'delayed', 'prioritized']);
      },
    });
    const failed = new Gauge({
      name: 'jobs_failed',
      help: 'Jobs that failed for good and are kept.',
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

  /** Returns what must be called when the try has ended. */
  startTimer(queue: string, name: string): () => void {
    return this.duration.startTimer({ queue, name });
  }
}

/** A backend that is out of reach leaves a gap in these numbers; the others are still served. */
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
