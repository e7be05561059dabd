// The commands `realm create`, `realm list` and `realm reactivate`.
import type { Command } from 'commander';
import { realmOption } from './realm-option.js';
import type { Terminal } from './terminal.js';

export interface CreateRealmOptions {
  stringId: string;
  name: string;
  ownerEmail?: string;
  ownerFullName?: string;
  ownerPassword?: string;
}

export function addRealmCommands(program: Command, terminal: Terminal): void {
  const realm = program.command('realm').description('manage organizations');
  realm
    .command('create')
    .description('create an organization with its owner; prints both as JSON')
    .requiredOption('--string-id <id>', 'first label of its host name; "" for the root')
    .requiredOption('--name <name>', 'displayed name')
    .option('--owner-email <address>', 'default: OWNER_EMAIL')
    .option('--owner-full-name <name>', 'default: OWNER_FULL_NAME')
    .option('--owner-password <password>', 'default: OWNER_PASSWORD, else generated')
    .action(async (options: CreateRealmOptions) => {
      const { createRealm } = await import('./realm.actions.js');
      await createRealm(terminal, options);
    });
  realm
    .command('list')
    .description('print all organizations as JSON')
    .action(async () => {
      const { listRealms } = await import('./realm.actions.js');
      await listRealms(terminal);
    });
  realm
    .command('reactivate')
    .description('reactivate an organization and keep its data; prints it as JSON')
    .addOption(realmOption())
    .action(async ({ realm: stringId }: { realm: string }) => {
      const { reactivateRealm } = await import('./realm.actions.js');
      await reactivateRealm(terminal, stringId);
    });
}
