// The commands `user …` and `bot create`.
import { Argument, type Command, Option } from 'commander';
import { realmOption } from './realm-option.js';
import type { Terminal } from './terminal.js';

const ROLES = ['owner', 'administrator', 'moderator', 'member', 'guest'] as const;
const BOT_TYPES = ['generic', 'incoming-webhook', 'outgoing-webhook'] as const;

const PERMISSIONS = ['can_change_user_emails', 'can_send_on_behalf'] as const;

export type PermissionName = (typeof PERMISSIONS)[number];

interface RealmOption {
  realm: string;
}

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

export function addUserCommands(program: Command, terminal: Terminal): void {
  const user = program.command('user').description('manage users');
  user
    .command('list')
    .description('print all users of the organization as JSON')
    .addOption(realmOption())
    .action(async ({ realm }: RealmOption) => {
      const { listUsers } = await import('./account.actions.js');
      await listUsers(terminal, realm);
    });
  user
    .command('role')
    .description('change the role of a user')
    .argument('<email>', 'email of the user')
    .addArgument(new Argument('<role>', 'the new role').choices(ROLES))
    .addOption(realmOption())
    .action(async (email: string, role: RoleName, { realm }: RealmOption) => {
      const { changeRole } = await import('./account.actions.js');
      await changeRole(terminal, { email, realm }, role);
    });
  user
    .command('deactivate')
    .description('deactivate a user and the bots of the user, and log the user out everywhere')
    .argument('<email>', 'email of the user')
    .addOption(realmOption())
    .action(async (email: string, { realm }: RealmOption) => {
      const { deactivateUser } = await import('./account.actions.js');
      await deactivateUser(terminal, { email, realm });
    });
  user
    .command('reset-link')
    .description('print a link with which the user chooses a new password')
    .argument('<email>', 'email of the user')
    .addOption(realmOption())
    .action(async (email: string, { realm }: RealmOption) => {
      const { printResetLink } = await import('./account.actions.js');
      await printResetLink(terminal, { email, realm });
    });
  user
    .command('grant')
    .description('grant or revoke a permission that only operators can grant')
    .argument('<email>', 'email of the user')
    .addArgument(new Argument('<permission>', 'the permission').choices(PERMISSIONS))
    .option('--revoke', 'revoke the permission instead of granting it')
    .addOption(realmOption())
    .action(
      async (
        email: string,
        permission: PermissionName,
        { realm, revoke }: RealmOption & { revoke?: boolean },
      ) => {
        const { grantPermission } = await import('./account.actions.js');
        await grantPermission(terminal, { email, realm }, { permission, isGranted: !revoke });
      },
    );
  user
    .command('create')
    .description('create a user; prints user_id, email and api_key as JSON')
    .requiredOption('--email <address>', 'email to log in with')
    .requiredOption('--full-name <name>', 'displayed name')
    .addOption(new Option('--role <role>', 'role of the user').choices(ROLES).default('member'))
    .option(
      '--password <password>',
      'password; without one, the user can log in only with the API key',
    )
    .addOption(realmOption())
    .action(async (options: CreateUserOptions) => {
      const { createUser } = await import('./user.actions.js');
      await createUser(terminal, options);
    });
  program
    .command('bot')
    .description('create bots')
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
