// All commands, with their help and error output.
import { Command } from 'commander';
import { addAuditCommand } from './audit.commands.js';
import { addCallCommands } from './call.commands.js';
import { addDatabaseCommands } from './database.commands.js';
import { addDemoCommand } from './demo.commands.js';
import { addIntegrationCommands } from './integration.commands.js';
import { addJobCommands } from './job.commands.js';
import { addRealmCommands } from './realm.commands.js';
import { addStorageCommands } from './storage.commands.js';
import type { Terminal } from './terminal.js';
import { addUserCommands } from './user.commands.js';

/** Parsing throws a CommanderError instead of ending the process. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('npm run -s admin --')
    .description(
      'Administers a Parley server, running or not. Uses the same environment variables as the server.',
    )
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    })
    .exitOverride();
  addRealmCommands(program, terminal);
  addUserCommands(program, terminal);
  addDemoCommand(program, terminal);
  addDatabaseCommands(program, terminal);
  addJobCommands(program, terminal);
  addStorageCommands(program, terminal);
  addCallCommands(program, terminal);
  addIntegrationCommands(program, terminal);
  addAuditCommand(program, terminal);
  configureHelp(program, '');
  return program;
}

function configureHelp(command: Command, parents: string): void {
  const name = `${parents}${command.name()} `;
  command.helpCommand(false);
  command.showHelpAfterError(`usage: ${name}${command.usage()}  (--help for details)`);
  for (const child of command.commands) configureHelp(child, name);
}
