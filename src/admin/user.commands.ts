// `user create` and `bot create`.
import { type Command, Option } from 'commander';
import type { Terminal } from './terminal.js';

const ROLES = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;
const BOT_TYPES = ['generic', 'incoming-webhook', 'outgoing-webhook'] as const;

export type RoleName = (typeof ROLES)[number];
export type BotTypeName = (typeof BOT_TYPES)[number];

export interface CreateUserOptions {
  email: string;
  fullName: string;
  role: RoleName;
  password?: string;
  realm: string;
}

export interface CreateBotOptions {
  ownerEmail: string;
  fullName: string;
  shortName: string;
  type: BotTypeName;
  realm: string;
}

const realmOption = (): Option =>
  new Option('--realm <id>', 'string id of the organization').default('', 'the root organization');

export function addUserCommands(program: Command, terminal: Terminal): void {
  program
    .command('user')
    .description('people')
    .command('create')
    .description('make an account; prints user_id, email and api_key as JSON')
    .requiredOption('--email <address>', 'to log in with')
    .requiredOption('--full-name <name>', 'what others see')
    .addOption(new Option('--role <role>', 'what they may do').choices(ROLES).default('member'))
    .option('--password <password>', 'without one, only the API key opens the account')
    .addOption(realmOption())
    .action(async (options: CreateUserOptions) => {
      const { createUser } = await import('./user.actions.js');
      await createUser(terminal, options);
    });
  program
    .command('bot')
    .description('bots')
    .command('create')
    .description('make a bot; prints user_id, email and api_key as JSON')
    .requiredOption('--owner-email <address>', 'of the person it belongs to')
    .requiredOption('--full-name <name>', 'what others see')
    .requiredOption('--short-name <name>', 'its address is this and "-bot@" and the host')
    .addOption(new Option('--type <type>', 'what it does').choices(BOT_TYPES).default('generic'))
    .addOption(realmOption())
    .action(async (options: CreateBotOptions) => {
      const { createBot } = await import('./user.actions.js');
      await createBot(terminal, options);
    });
}
