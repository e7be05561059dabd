// Lists users, and changes single accounts with the rights of the operator, who may do what owners may.
import { PasswordResetLinks } from '#modules/auth/passwords';
import { MirroredSenders } from '#modules/messages/send';
import { ChangeRoleService, DeactivateUserService } from '#modules/users/accounts';
import { operatorOf, UserEmails, type UserSummary, UsersService } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { CommandError } from './command-error.js';
import { type Features, withFeatures } from './features.js';
import { findRealm } from './realm.actions.js';
import type { Terminal } from './terminal.js';
import { ROLES } from './user.actions.js';
import type { PermissionName, RoleName } from './user.commands.js';

export interface ChosenUser {
  email: string;
  realm: string;
}

const NOTHING_DELETED = {
  deleteProfile: false,
  messages: { inPublicChannels: false, inPrivateChannels: false, inDirectMessages: false },
  comment: undefined,
};

export function listUsers(terminal: Terminal, stringId: string): Promise<void> {
  return withFeatures(terminal, async (features) => {
    const { id: realmId } = await findRealm(features, stringId);
    const service = features(UsersService);
    const users = await service.findByIds(realmId, await service.allIds(realmId));
    terminal.printJson(
      users.map((user) => ({
        user_id: user.id,
        email: user.deliveryEmail,
        full_name: user.fullName,
        role: roleName(user.role),
        is_active: user.isActive,
        is_bot: user.botType !== null,
      })),
    );
  });
}

export function changeRole(terminal: Terminal, chosen: ChosenUser, name: RoleName): Promise<void> {
  return withUser(terminal, chosen, async (features, user) => {
    const role = ROLES[name];
    await features(Database).transaction(() =>
      features(ChangeRoleService).change(operatorOf(user.realmId), user.id, role),
    );
    terminal.printJson({ user_id: user.id, role: name });
  });
}

export function deactivateUser(terminal: Terminal, chosen: ChosenUser): Promise<void> {
  return withUser(terminal, chosen, async (features, user) => {
    const operator = operatorOf(user.realmId);
    await features(DeactivateUserService).deactivate(operator, user.id, NOTHING_DELETED);
    terminal.printJson({ user_id: user.id, is_active: false });
  });
}

export function printResetLink(terminal: Terminal, chosen: ChosenUser): Promise<void> {
  return withUser(terminal, chosen, async (features, user) => {
    if (user.botType !== null) throw new CommandError('Bots have no password.');
    const { url } = await features(PasswordResetLinks).issueFor(user.realmId, user.id);
    terminal.print(url);
  });
}

export function grantPermission(
  terminal: Terminal,
  chosen: ChosenUser,
  { permission, isGranted }: { permission: PermissionName; isGranted: boolean },
): Promise<void> {
  return withUser(terminal, chosen, async (features, user) => {
    if (permission === 'can_send_on_behalf') await features(MirroredSenders).allow(user, isGranted);
    else await features(UserEmails).allowChangingOthers(user, isGranted);
    terminal.printJson({ user_id: user.id, [permission]: isGranted });
  });
}

function withUser(
  terminal: Terminal,
  { email, realm }: ChosenUser,
  work: (features: Features, user: UserSummary) => Promise<void>,
): Promise<void> {
  return withFeatures(terminal, async (features) => {
    const { id: realmId } = await findRealm(features, realm);
    const [user] = await features(UsersService).findByEmails(realmId, [email]);
    if (!user) throw new CommandError(`No user of the organization has the email ${email}.`);
    await work(features, user);
  });
}

function roleName(role: Role): string {
  return Object.keys(ROLES).find((name) => ROLES[name as RoleName] === role) ?? `${role}`;
}
