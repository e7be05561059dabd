// The commands `bridge allow` and `bridge deny`.
import { type Command, Option } from 'commander';
import type { Terminal } from './terminal.js';

export interface BridgeOptions {
  email: string;
  realm: string;
}

const COMMANDS = [
  { name: 'allow', description: 'let an account send on behalf of other users', isAllowed: true },
  { name: 'deny', description: 'revoke that permission', isAllowed: false },
];

export function addBridgeCommands(program: Command, terminal: Terminal): void {
  const bridge = program.command('bridge').description('bridges to other chat systems');
  for (const { name, description, isAllowed } of COMMANDS) {
    bridge
      .command(name)
      .description(description)
      .requiredOption('--email <address>', 'email of the account, usually a bot')
      .addOption(
        new Option('--realm <id>', 'string id of the organization').default(
          '',
          'the root organization',
        ),
      )
      .action(async (options: BridgeOptions) => {
        const { allowBridge } = await import('./bridge.actions.js');
        await allowBridge(terminal, options, isAllowed);
      });
  }
}
