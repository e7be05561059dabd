// The commands `user create` and `bot create`.
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
    .description('users')
    .command('create')
    .description('create a user; prints user_id, email and api_key as JSON')
    .requiredOption('--email <address>', 'email to log in with')
    .requiredOption('--full-name <name>', 'displayed name')
    .addOption(new Option('--role <role>', 'role of the user').choices(ROLES).default('member'))
    .option('--password <password>', 'without a password, only the API key gives access')
    .addOption(realmOption())
    .action(async (options: CreateUserOptions) => {
      const { createUser } = await import('./user.actions.js');
      await createUser(terminal, options);
    });
  program
    .command('bot')
    .description('bots')
    .command('create')
    .description('create a bot; prints user_id, email and api_key as JSON')
    .requiredOption('--owner-email <address>', 'email of the owner')
    .requiredOption('--full-name <name>', 'displayed name')
    .requiredOption('--short-name <name>', 'start of its email, before "-bot@" and the host')
    .addOption(new Option('--type <type>', 'type of the bot').choices(BOT_TYPES).default('generic'))
    .addOption(realmOption())
    .action(async (options: CreateBotOptions) => {
      const { createBot } = await import('./user.actions.js');
      await createBot(terminal, options);
    });
}
