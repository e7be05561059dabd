// `demo`: an organization to look at, and how to get into it.
import { type Command, InvalidArgumentError } from 'commander';
import { FEWEST_PEOPLE } from './demo-plan.js';
import type { Terminal } from './terminal.js';

const DEFAULT_PEOPLE = 12;
const MOST_PEOPLE = 10_000;

export interface DemoOptions {
  stringId: string;
  users: number;
}

export function addDemoCommand(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .description('make an organization full of sample people and messages')
    .option('--string-id <id>', 'first label of its host name', 'demo')
    .option('--users <number>', 'how many people', numberOfPeople, DEFAULT_PEOPLE)
    .action(async (options: DemoOptions) => {
      const { createDemo } = await import('./demo.actions.js');
      await createDemo(terminal, options);
    });
}

function numberOfPeople(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < FEWEST_PEOPLE || number > MOST_PEOPLE) {
    throw new InvalidArgumentError(`It must be a number from ${FEWEST_PEOPLE} to ${MOST_PEOPLE}.`);
  }
  return number;
}
