// The command `storage check`.
import type { Command } from 'commander';
import type { Terminal } from './terminal.js';

export function addStorageCommands(program: Command, terminal: Terminal): void {
  program
    .command('storage')
    .description('stored files')
    .command('check')
    .description('print unreferenced files and missing files as JSON')
    .option('--delete', 'delete the unreferenced files')
    .action(async ({ delete: isDeleting = false }: { delete?: boolean }) => {
      const { checkStorage } = await import('./storage.actions.js');
      await checkStorage(terminal, isDeleting);
    });
}
