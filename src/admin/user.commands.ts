// `user create` and `bot create`.
import { type Command, Option } from 'commander';
import { UserSetupService } from '#modules/realm-setup/user-setup.service.js';
import { type CreatedUser, UsersService } from '#modules/users/users.service.js';
import { Role } from '#platform/http/actor.js';
import { CommandError } from './command-error.js';
import { type Features, withFeatures } from './features.js';
import { findRealm } from './realm.commands.js';
import type { Terminal } from './terminal.js';

const ROLES = {
  owner: Role.Owner,
  administrator: Role.Administrator,
  moderator: Role.Moderator,
  member: Role.Member,
  guest: Role.Guest,
};

const BOT_TYPES = { generic: 1, 'incoming-webhook': 2, 'outgoing-webhook': 3 };

interface UserOptions {
  email: string;
  fullName: string;
  role: keyof typeof ROLES;
  password?: string;
  realm: string;
}

interface BotOptions {
  ownerEmail: string;
  fullName: string;
  shortName: string;
  type: keyof typeof BOT_TYPES;
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
    .addOption(
      new Option('--role <role>', 'what they may do').choices(Object.keys(ROLES)).default('member'),
    )
    .option('--password <password>', 'without one, only the API key opens the account')
    .addOption(realmOption())
    .action((options: UserOptions) =>
      withFeatures(terminal, async (features) =>
        terminal.printJson(createdView(await createUser(features, options))),
      ),
    );
  program
    .command('bot')
    .description('bots')
    .command('create')
    .description('make a bot; prints user_id, email and api_key as JSON')
    .requiredOption('--owner-email <address>', 'of the person it belongs to')
    .requiredOption('--full-name <name>', 'what others see')
    .requiredOption('--short-name <name>', 'its address is this and "-bot@" and the host')
    .addOption(
      new Option('--type <type>', 'what it does')
        .choices(Object.keys(BOT_TYPES))
        .default('generic'),
    )
    .addOption(realmOption())
    .action((options: BotOptions) =>
      withFeatures(terminal, async (features) =>
        terminal.printJson(createdView(await createBot(features, options))),
      ),
    );
}

async function createUser(features: Features, options: UserOptions): Promise<CreatedUser> {
  const { id: realmId } = await findRealm(features, options.realm);
  const { email, fullName, password } = options;
  return features(UserSetupService).createUser(
    { realmId },
    { email, fullName, password, role: ROLES[options.role] },
  );
}

async function createBot(features: Features, options: BotOptions): Promise<CreatedUser> {
  const { id: realmId } = await findRealm(features, options.realm);
  const [owner] = await features(UsersService).findByEmails(realmId, [options.ownerEmail]);
  if (!owner) throw new CommandError(`nobody there has the address ${options.ownerEmail}`);
  return features(UserSetupService).createBot(owner, {
    fullName: options.fullName,
    shortName: options.shortName,
    type: BOT_TYPES[options.type],
  });
}

function createdView(user: CreatedUser): Record<string, unknown> {
  return { user_id: user.id, email: user.deliveryEmail, api_key: user.apiKey };
}
