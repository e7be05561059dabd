// Creates users and bots.
import { Passwords } from '#modules/auth/passwords';
import { CreateBotService } from '#modules/bots/bots';
import { CreateUserService } from '#modules/users/creation';
import { type CreatedUser, UsersService } from '#modules/users/users';
import { Role } from '#platform/http/actor.js';
import { CommandError } from './command-error.js';
import { withFeatures } from './features.js';
import { findRealm } from './realm.actions.js';
import type { Terminal } from './terminal.js';
import type {
  BotTypeName,
  CreateBotOptions,
  CreateUserOptions,
  RoleName,
} from './user.commands.js';

export const ROLES: Record<RoleName, Role> = {
  owner: Role.Owner,
  administrator: Role.Administrator,
  moderator: Role.Moderator,
  member: Role.Member,
  guest: Role.Guest,
};

const BOT_TYPES: Record<BotTypeName, number> = {
  generic: 1,
  'incoming-webhook': 2,
  'outgoing-webhook': 3,
};

export function createUser(terminal: Terminal, options: CreateUserOptions): Promise<void> {
  const { email, fullName, password, role } = options;
  return withFeatures(terminal, async (features) => {
    const { id: realmId } = await findRealm(features, options.realm);
    const passwordHash =
      password === undefined ? undefined : await features(Passwords).hash(password);
    const canChangeUserEmails = role === 'owner';
    const input = { email, fullName, passwordHash, role: ROLES[role], canChangeUserEmails };
    print(terminal, await features(CreateUserService).create({ realmId }, input));
  });
}

export function createBot(terminal: Terminal, options: CreateBotOptions): Promise<void> {
  const { ownerEmail, fullName, shortName, type } = options;
  return withFeatures(terminal, async (features) => {
    const { id: realmId } = await findRealm(features, options.realm);
    const [owner] = await features(UsersService).findByEmails(realmId, [ownerEmail]);
    if (!owner) throw new CommandError(`No user of the organization has the email ${ownerEmail}.`);
    const input = { fullName, shortName, type: BOT_TYPES[type] };
    print(terminal, (await features(CreateBotService).createFor(owner, input)).user);
  });
}

function print(terminal: Terminal, user: CreatedUser): void {
  terminal.printJson({ user_id: user.id, email: user.deliveryEmail, api_key: user.apiKey });
}
