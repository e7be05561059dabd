// The commands `jobs failed` and `jobs retry`.
import type { Command } from 'commander';
import type { Terminal } from './terminal.js';

export function addJobCommands(program: Command, terminal: Terminal): void {
  const jobs = program.command('jobs').description('list and retry failed jobs');
  jobs
    .command('failed')
    .description('print the jobs that failed permanently as JSON, newest first')
    .action(async () => {
      const { printFailedJobs } = await import('./job.actions.js');
      await printFailedJobs(terminal);
    });
  jobs
    .command('retry')
    .description('retry a failed job')
    .argument('<id>', 'an "id" in the output of "jobs failed"')
    .action(async (id: string) => {
      const { retryJob } = await import('./job.actions.js');
      await retryJob(terminal, id);
    });
}
