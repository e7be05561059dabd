// Reactivation of accounts by administrators, and of bots also by their owners. Browser sessions from
// before the deactivation stay invalid.
import { Injectable } from '@nestjs/common';
import { AuthorizedClients } from '#modules/auth/authentication';
import { GroupsService } from '#modules/groups/groups';
import { SubscriptionsService } from '#modules/streams/subscriptions';
import { PresenceVisibilityEvents } from '#modules/users/presence';
import { UserChanges, type UserRow } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { requireManageable } from './accounts.access.js';
import { BotOwners } from './bot-owners.service.js';

@Injectable()
export class ReactivateUserService {
  constructor(
    private readonly userChanges: UserChanges,
    private readonly botOwners: BotOwners,
    private readonly groupsService: GroupsService,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly presenceVisibilityEvents: PresenceVisibilityEvents,
    private readonly authorizedClients: AuthorizedClients,
    private readonly database: Database,
  ) {}

  /** Changes nothing if the account is active. */
  async reactivate(
    actor: Actor,
    { id: userId, botType, botOwnerId, isActive }: UserRow,
  ): Promise<void> {
    const { realmId } = actor;
    const isBot = botType !== null;
    const ownsBot = isBot && botOwnerId === actor.userId;
    if (actor.role > Role.Administrator && !ownsBot) {
      throw ApiError.badRequest('Only administrators can do this');
    }
    await this.database.transaction(async () => {
      if (isBot && !isActive) await this.ensureActiveOwner(actor, userId, botOwnerId);
      const user = await this.userChanges.lock(realmId, userId);
      requireManageable(actor, user);
      if (user.isActive) return;
      if (user.isDeleted) throw ApiError.badRequest('A deleted account cannot be reactivated');
      await this.userChanges.requireUniqueName(realmId, user.fullName, userId);
      await this.userChanges.setActive(realmId, userId, true);
      await this.groupsService.publishActivity(realmId, userId, true);
      await this.subscriptionsService.setUserActive(realmId, userId, true);
      await this.presenceVisibilityEvents.publishReactivated(realmId, user);
      await this.authorizedClients.endSessions({ realmId, userId });
    });
  }

  /** Makes the actor the owner of a bot whose owner is deactivated. */
  private async ensureActiveOwner(
    { realmId, userId }: Actor,
    botId: number,
    ownerId: number | null,
  ): Promise<void> {
    if (ownerId !== null && (await this.userChanges.lock(realmId, ownerId)).isActive) return;
    await this.botOwners.lock(realmId, userId);
    await this.botOwners.change(realmId, await this.userChanges.lock(realmId, botId), userId);
  }
}
