// Lets somebody back in: people by administrators, bots by their owners as well. A bot whose owner is
// gone gets the actor as its owner, for somebody has to look after it. Whoever comes back logs in anew:
// browser sessions from before stay ended.
import { Injectable } from '@nestjs/common';
import { AuthorizedClients } from '#modules/auth/authentication';
import { BotSetupService } from '#modules/realms/setup';
import { UserChanges, type UserRow } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { BotOwners } from './bot-owners.service.js';
import { Deactivation } from './deactivation.service.js';

@Injectable()
export class RestoreAccountService {
  constructor(
    private readonly deactivation: Deactivation,
    private readonly userChanges: UserChanges,
    private readonly botSetupService: BotSetupService,
    private readonly botOwners: BotOwners,
    private readonly authorizedClients: AuthorizedClients,
    private readonly database: Database,
  ) {}

  async restore(actor: Actor, user: UserRow): Promise<void> {
    const isOwnBot = user.bot_type !== null && user.bot_owner_id === actor.userId;
    if (actor.role > Role.Administrator && !isOwnBot) {
      throw ApiError.badRequest('Only administrators can do this');
    }
    await this.database.transaction(async () => {
      if (user.bot_type !== null) await this.giveOwner(actor, user);
      await this.deactivation.reactivate(actor, user.id);
      await this.authorizedClients.endSessions({ realmId: actor.realmId, userId: user.id });
    });
  }

  private async giveOwner({ realmId, userId }: Actor, bot: UserRow): Promise<void> {
    const { bot_owner_id: ownerId } = bot;
    if (ownerId !== null && (await this.userChanges.lock(realmId, ownerId)).is_active) return;
    await this.botSetupService.lockOwner(realmId, userId);
    await this.botOwners.change(realmId, await this.userChanges.lock(realmId, bot.id), userId);
  }
}
