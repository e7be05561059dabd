// Changes the role of a user with all consequences: membership of system groups, and the channels, users,
// email addresses and bots that are visible to the user.
import { Injectable } from '@nestjs/common';
import { BotRecords } from '#modules/bots/records';
import { GroupsService } from '#modules/groups/groups';
import { RealmsService } from '#modules/realms/realms';
import { actorOf, UserChanges, type UserRow } from '#modules/users/users';
import { UserVisibility } from '#modules/users/visibility';
import { VisibilityChanges } from '#modules/users/visibility-changes';
import { Clock, parseTime } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { requireManageable, requireOwner } from './accounts.access.js';
import { StreamAccessChanges } from './stream-access-changes.service.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3600 * 1000;

@Injectable()
export class ChangeRoleService {
  constructor(
    private readonly userChanges: UserChanges,
    private readonly groupsService: GroupsService,
    private readonly streamAccessChanges: StreamAccessChanges,
    private readonly userVisibility: UserVisibility,
    private readonly visibilityChanges: VisibilityChanges,
    private readonly botRecords: BotRecords,
    private readonly realmsService: RealmsService,
    private readonly clock: Clock,
  ) {}

  /** Joins the current transaction. */
  async change(actor: Actor, userId: number, role: Role): Promise<void> {
    const { realmId } = actor;
    const ownerIds = await this.userChanges.lockOwners(realmId);
    const user = await this.userChanges.lock(realmId, userId);
    if (user.role === role) return;
    requirePermission(actor, user, role);
    if (ownerIds.length === 1 && ownerIds[0] === userId) {
      throw ApiError.badRequest('The role of the only owner of the organization cannot be changed');
    }
    await this.streamAccessChanges.lock(realmId);
    const before = actorOf(user);
    const after = actorOf({ ...user, role });
    const streamsBefore = await this.streamAccessChanges.accessOf(before);
    const usersBefore = await this.userVisibility.limitedAccessOf(before);
    await this.userChanges.setRole(realmId, user, role);
    await this.groupsService.changeRole(realmId, {
      userId,
      role,
      isFullMember: await this.isFullMember(realmId, user),
      isActive: user.isActive,
    });
    await this.streamAccessChanges.publishSince(after, streamsBefore);
    await this.visibilityChanges.publishRoleChange(before, after, usersBefore);
    await this.botRecords.publishRoleChange(realmId, { userId, before: user.role, after: role });
  }

  /** Whether the waiting period of the user is over. */
  private async isFullMember(realmId: number, user: UserRow): Promise<boolean> {
    const { waiting_period_threshold: days } = await this.realmsService.settings(realmId);
    if (days === 0) return true;
    // The time of joining is truncated to the minute; the period must not end early.
    const joined = parseTime(user.dateJoined)!.getTime() + MINUTE_MS;
    return joined + days * DAY_MS <= this.clock.now().getTime();
  }
}

function requirePermission(actor: Actor, user: UserRow, role: Role): void {
  requireManageable(actor, user);
  if (role === Role.Owner) requireOwner(actor);
  // A guest must become a member first: no single step grants that much access.
  if (user.role === Role.Guest && role <= Role.Administrator) {
    throw ApiError.badRequest('A guest cannot become an administrator');
  }
}
