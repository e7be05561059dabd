// The commands `migrate`, `database restored` and `doctor` for operators.
import type { Command } from 'commander';
import { CommandError } from './command-error.js';
import type { Terminal } from './terminal.js';

export function addDatabaseCommands(program: Command, terminal: Terminal): void {
  program
    .command('migrate')
    .description('apply missing database migrations, as the server does at every start')
    .action(async () => {
      const { withFeatures } = await import('./features.js');
      // Opening the features applies the migrations and prepares event log and queues.
      await withFeatures(terminal, async () => undefined, { createsDatabase: true });
      terminal.note('The database is up to date.');
    });
  program
    .command('database')
    .description('prepare a restored database')
    .command('restored')
    .description(
      'make all clients register again; run it after restoring a backup, before the server starts',
    )
    .action(async () => {
      const { markRestored } = await import('./database.actions.js');
      await markRestored(terminal);
    });
  program
    .command('doctor')
    .description('check the configuration and all resources; exit code 1 when a check fails')
    .action(async () => {
      const { examine } = await import('./doctor.js');
      let failures = 0;
      for await (const { status, subject, finding } of examine(terminal.environment)) {
        terminal.print(`${status.padEnd(4)}  ${subject.padEnd(13)}  ${finding}`);
        if (status === 'FAIL') failures += 1;
      }
      if (failures > 0) throw new CommandError(`${failures} checks failed.`);
    });
}
