// Lists the jobs that failed permanently and retries one.
import { JobQueue } from '#platform/jobs/job-queue.js';
import { CommandError } from './command-error.js';
import { withFeatures } from './features.js';
import type { Terminal } from './terminal.js';

export function printFailedJobs(terminal: Terminal): Promise<void> {
  return withFeatures(terminal, async (features) => {
    const failed = await features(JobQueue).failed();
    terminal.printJson(
      failed.map((job) => ({
        id: job.reference,
        job: job.name,
        payload: job.payload,
        reason: job.reason,
        attempts: job.attempts,
        failed_at: Math.floor(job.failedAtMs / 1000),
      })),
    );
  });
}

export function retryJob(terminal: Terminal, id: string): Promise<void> {
  return withFeatures(terminal, async (features) => {
    if (!(await features(JobQueue).retry(id))) {
      throw new CommandError(
        `There is no failed job "${id}". "jobs failed" lists the failed jobs.`,
      );
    }
    terminal.note(`The job ${id} starts as soon as a worker is free.`);
  });
}
