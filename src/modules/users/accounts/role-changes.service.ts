// Gives somebody another role, with all that follows: the system groups, and whom and what they may
// know of from now on.
import { Injectable } from '@nestjs/common';
import { BotsService } from '#modules/bots/records';
import { GroupsService } from '#modules/groups/groups';
import { UserChanges, type UserRow } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { VisibilityChanges } from '#modules/users/visibility-changes';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { AccountsAccess } from './accounts.access.js';
import { asObserver, ChannelSights } from './channel-sights.service.js';

@Injectable()
export class RoleChanges {
  constructor(
    private readonly accountsAccess: AccountsAccess,
    private readonly userChanges: UserChanges,
    private readonly groupsService: GroupsService,
    private readonly channelSights: ChannelSights,
    private readonly userVisibility: UserVisibility,
    private readonly visibilityChanges: VisibilityChanges,
    private readonly botsService: BotsService,
  ) {}

  /** Throws when the actor may not make the change. Joins the present transaction. */
  async change(actor: Actor, userId: number, role: Role): Promise<void> {
    const { realmId } = actor;
    const owners = await this.userChanges.lockOwners(realmId);
    const user = await this.userChanges.lock(realmId, userId);
    if (user.role === role) return;
    this.check(actor, user, role);
    if (owners.length === 1 && owners[0] === userId) {
      throw ApiError.badRequest('The only owner of the organization has to stay one');
    }
    await this.channelSights.lock(realmId);
    const [before, after] = [asObserver(realmId, user), asObserver(realmId, { ...user, role })];
    const channels = await this.channelSights.of(before);
    const people = await this.userVisibility.accessibleIds(before);
    await this.userChanges.setRole(realmId, user, role);
    await this.groupsService.changeRole(realmId, {
      userId,
      role,
      isFullMember: await this.accountsAccess.isFullMember(realmId, user),
      isActive: user.is_active,
    });
    await this.channelSights.tell(after, channels, await this.channelSights.of(after));
    await this.visibilityChanges.publishRoleChange(before, after, people);
    await this.botsService.tellOfRole(realmId, { userId, before: user.role, after: role });
  }

  private check(actor: Actor, user: UserRow, role: Role): void {
    this.accountsAccess.checkMayManage(actor, user);
    if (role === Role.Owner) this.accountsAccess.checkOwner(actor);
    // Too much for one step: who is to look after the organization becomes a member first.
    if (user.role === Role.Guest && role <= Role.Administrator) {
      throw ApiError.badRequest('A guest can not become an administrator');
    }
  }
}
