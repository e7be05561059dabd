// `jobs failed` and `jobs retry`.
import type { Command } from 'commander';
import { JobQueue } from '#platform/jobs/job-queue.js';
import { CommandError } from './command-error.js';
import { type Features, withFeatures } from './features.js';
import type { Terminal } from './terminal.js';

export function addJobCommands(program: Command, terminal: Terminal): void {
  const jobs = program.command('jobs').description('work that is done in the background');
  jobs
    .command('failed')
    .description('print the jobs that failed for good as JSON, the newest first')
    .action(() => withFeatures(terminal, (features) => printFailed(features, terminal)));
  jobs
    .command('retry')
    .description('let a failed job start over')
    .argument('<id>', 'the "id" that "jobs failed" prints')
    .action((id: string) => withFeatures(terminal, (features) => retry(features, terminal, id)));
}

async function printFailed(features: Features, terminal: Terminal): Promise<void> {
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
}

async function retry(features: Features, terminal: Terminal, id: string): Promise<void> {
  if (!(await features(JobQueue).retry(id))) {
    throw new CommandError(`there is no failed job "${id}"; "jobs failed" shows those there are`);
  }
  terminal.tell(`The job ${id} starts over as soon as a worker is free.`);
}
