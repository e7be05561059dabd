// `jobs failed` and `jobs retry`.
import type { Command } from 'commander';
import type { Terminal } from './terminal.js';

export function addJobCommands(program: Command, terminal: Terminal): void {
  const jobs = program.command('jobs').description('work that is done in the background');
  jobs
    .command('failed')
    .description('print the jobs that failed for good as JSON, the newest first')
    .action(async () => {
      const { printFailedJobs } = await import('./job.actions.js');
      await printFailedJobs(terminal);
    });
  jobs
    .command('retry')
    .description('let a failed job start over')
    .argument('<id>', 'the "id" that "jobs failed" prints')
    .action(async (id: string) => {
      const { retryJob } = await import('./job.actions.js');
      await retryJob(terminal, id);
    });
}
