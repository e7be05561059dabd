// `migrate` and `doctor`: for whoever runs the server.
import type { Command } from 'commander';
import { CommandError } from './command-error.js';
import type { Terminal } from './terminal.js';

export function addDatabaseCommands(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('bring the database up to date; every start of the server does so as well')
    .action(async () => {
      const { withFeatures } = await import('./features.js');
      // Opening the features migrates, and prepares the log and the queues besides.
      await withFeatures(terminal, async () => undefined);
      terminal.tell('The database is up to date.');
    });
  program
    .command('doctor')
    .description('check everything the server stands on; exit code 1 when something is broken')
    .action(async () => {
      const { examine } = await import('./doctor.js');
      let failures = 0;
      for await (const { status, subject, finding } of examine(terminal.environment)) {
        terminal.print(`${status.padEnd(4)}  ${subject.padEnd(13)}  ${finding}`);
        if (status === 'FAIL') failures += 1;
      }
      if (failures > 0) throw new CommandError(`${failures} of these must be mended`);
    });
}
