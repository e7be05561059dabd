// What everybody sees of a bot: its name, its address, whose it is and its role. Everything joins
// the present transaction.
import { Injectable } from '@nestjs/common';
import { BotSetupService } from '#modules/realms/setup';
import { BotOwners, RoleChanges } from '#modules/users/accounts';
import { UserChanges, UserEmails } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { BotsAccess } from './bots.access.js';

export interface IdentityUpdate {
  fullName?: string | undefined;
  shortName?: string | undefined;
  role?: Role | undefined;
  ownerId?: number | undefined;
}

@Injectable()
export class BotIdentity {
  constructor(
    private readonly access: BotsAccess,
    private readonly roles: RoleChanges,
    private readonly changes: UserChanges,
    private readonly emails: UserEmails,
    private readonly setup: BotSetupService,
    private readonly owners: BotOwners,
  ) {}

  async update(actor: Actor, botId: number, update: IdentityUpdate): Promise<void> {
    const { realmId } = actor;
    const { fullName, shortName, role, ownerId } = update;
    if (ownerId !== undefined) {
      await this.access.owner(actor, ownerId);
      // As for any change of a role, before other people.
      if (role !== undefined) await this.changes.lockOwners(realmId);
      await this.setup.lockOwner(realmId, ownerId);
    }
    if (role !== undefined) await this.changeRole(actor, botId, role);
    const bot = await this.changes.lock(realmId, botId);
    if (fullName !== undefined) await this.changes.rename(realmId, bot, fullName);
    if (shortName !== undefined) {
      await this.emails.change(realmId, bot, await this.setup.address(realmId, shortName));
    }
    if (ownerId !== undefined && ownerId !== bot.bot_owner_id) {
      await this.owners.change(realmId, bot, ownerId);
    }
  }

  private async changeRole(actor: Actor, botId: number, role: Role): Promise<void> {
    if (actor.role > Role.Administrator) {
      throw ApiError.badRequest('Only administrators can change roles');
    }
    await this.roles.change(actor, botId, role);
  }
}
