// The command `demo`, which creates an organization with sample data.
import { type Command, InvalidArgumentError } from 'commander';
import { MIN_USERS } from './demo-plan.js';
import type { Terminal } from './terminal.js';

const DEFAULT_USERS = 12;
const MAX_USERS = 10_000;

export interface DemoOptions {
  stringId: string;
  users: number;
}

export function addDemoCommand(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .description(
      'create an organization with sample users and messages; prints credentials as JSON',
    )
    .option('--string-id <id>', 'first label of its host name', 'demo')
    .option('--users <number>', 'number of users', numberOfUsers, DEFAULT_USERS)
    .action(async (options: DemoOptions) => {
      const { createDemo } = await import('./demo.actions.js');
      await createDemo(terminal, options);
    });
}

function numberOfUsers(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < MIN_USERS || number > MAX_USERS) {
    throw new InvalidArgumentError(`It must be a number from ${MIN_USERS} to ${MAX_USERS}.`);
  }
  return number;
}
