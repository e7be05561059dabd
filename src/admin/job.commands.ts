// The commands `jobs failed` and `jobs retry`.
import type { Command } from 'commander';
import type { Terminal } from './terminal.js';

export function addJobCommands(program: Command, terminal: Terminal): void {
  const jobs = program.command('jobs').description('background jobs');
  jobs
    .command('failed')
    .description('print the jobs that failed permanently as JSON, newest first')
    .action(async () => {
      const { printFailedJobs } = await import('./job.actions.js');
      await printFailedJobs(terminal);
    });
  jobs
    .command('retry')
    .description('start a failed job again')
    .argument('<id>', 'an "id" from "jobs failed"')
    .action(async (id: string) => {
      const { retryJob } = await import('./job.actions.js');
      await retryJob(terminal, id);
    });
}
