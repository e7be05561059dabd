// Closes accounts and opens them again. Who is out is out everywhere within moments: credentials,
// event queues, the lists of groups and of channels' readers. Subscriptions and memberships stay as
// they are, for a return.
import { Injectable } from '@nestjs/common';
import { UserChanges, type UserRow } from '#modules/users/users';
import { EventQueues } from '#platform/event-log/event-queues.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { AccountActivity } from './account-activity.service.js';
import { AccountsAccess } from './accounts.access.js';
import { PendingEmailLinks } from './pending-email-links.service.js';

@Injectable()
export class Deactivation {
  constructor(
    private readonly accountsAccess: AccountsAccess,
    private readonly userChanges: UserChanges,
    private readonly accountActivity: AccountActivity,
    private readonly eventQueues: EventQueues,
    private readonly pendingEmailLinks: PendingEmailLinks,
  ) {}

  /**
   * The bots of a person go first. Throws when the actor may not do so, and for the last owner what
   * is given. Joins the present transaction. Returns the user as they were.
   */
  async deactivate(actor: Actor, userId: number, lastOwner: ApiError): Promise<UserRow> {
    const { realmId } = actor;
    const owners = await this.userChanges.lockOwners(realmId);
    const user = await this.userChanges.lock(realmId, userId);
    this.accountsAccess.checkMayManage(actor, user);
    if (owners.length === 1 && owners[0] === userId) throw lastOwner;
    if (!user.is_active) return user;
    const botIds = await this.userChanges.lockActiveBotsOf(userId);
    for (const botId of botIds) await this.close(realmId, botId);
    await this.close(realmId, userId);
    return user;
  }

  /** Joins the present transaction. */
  async reactivate(actor: Actor, userId: number): Promise<void> {
    const { realmId } = actor;
    const user = await this.userChanges.lock(realmId, userId);
    this.accountsAccess.checkMayManage(actor, user);
    if (user.is_active) throw ApiError.badRequest('The account is active');
    if (user.is_deleted) throw ApiError.badRequest('A deleted account can not come back');
    await this.userChanges.checkNameIsFree(realmId, user);
    await this.accountActivity.resume(realmId, user);
  }

  private async close(realmId: number, userId: number): Promise<void> {
    await this.accountActivity.end(realmId, userId);
    await this.pendingEmailLinks.invalidate(realmId, userId);
    await this.eventQueues.endAll({ realmId, userId });
  }
}
