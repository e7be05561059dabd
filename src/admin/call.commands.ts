// The command `calls rotate-keys`.
import type { Command } from 'commander';
import type { Terminal } from './terminal.js';

export function addCallCommands(program: Command, terminal: Terminal): void {
  program
    .command('calls')
    .description('credentials for calls')
    .command('rotate-keys')
    .description('sign SIP access tokens with a new key; print its id as JSON')
    .action(async () => {
      const { rotateKeys } = await import('./call.actions.js');
      await rotateKeys(terminal);
    });
}
