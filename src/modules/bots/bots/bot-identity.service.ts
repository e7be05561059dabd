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
    private readonly botsAccess: BotsAccess,
    private readonly roleChanges: RoleChanges,
    private readonly userChanges: UserChanges,
    private readonly userEmails: UserEmails,
    private readonly botSetupService: BotSetupService,
    private readonly botOwners: BotOwners,
  ) {}

  async update(actor: Actor, botId: number, update: IdentityUpdate): Promise<void> {
    const { realmId } = actor;
    const { fullName, shortName, role, ownerId } = update;
    if (ownerId !== undefined) {
      await this.botsAccess.owner(actor, ownerId);
      // As for any change of a role, before other people.
      if (role !== undefined) await this.userChanges.lockOwners(realmId);
      await this.botSetupService.lockOwner(realmId, ownerId);
    }
    if (role !== undefined) await this.changeRole(actor, botId, role);
    const bot = await this.userChanges.lock(realmId, botId);
    if (fullName !== undefined) await this.userChanges.rename(realmId, bot, fullName);
    if (shortName !== undefined) {
      await this.userEmails.change(
        realmId,
        bot,
        await this.botSetupService.address(realmId, shortName),
      );
    }
    if (ownerId !== undefined && ownerId !== bot.bot_owner_id) {
      await this.botOwners.change(realmId, bot, ownerId);
    }
  }

  private async changeRole(actor: Actor, botId: number, role: Role): Promise<void> {
    if (actor.role > Role.Administrator) {
      throw ApiError.badRequest('Only administrators can change roles');
    }
    await this.roleChanges.change(actor, botId, role);
  }
}
