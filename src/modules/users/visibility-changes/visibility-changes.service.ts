// Publishes the users, statuses and presence that become visible to a viewer or hidden from one. Limited
// guests are affected by changes of memberships, conversations, roles and the permission. Every method
// joins the current transaction.
import { Injectable } from '@nestjs/common';
import type { GroupSettingValue } from '#modules/groups/groups';
import { PresenceVisibilityEvents } from '#modules/users/presence';
import { UserStatusesService } from '#modules/users/status';
import { UserEvents, UsersService } from '#modules/users/users';
import { type AccessibleIds, UserVisibility, type Viewer } from '#modules/users/visibility';

interface AccessChange {
  viewerId: number;
  before: AccessibleIds;
  after: AccessibleIds;
}

@Injectable()
export class VisibilityChanges {
  constructor(
    private readonly userVisibility: UserVisibility,
    private readonly userEvents: UserEvents,
    private readonly usersService: UsersService,
    private readonly userStatusesService: UserStatusesService,
    private readonly presenceVisibilityEvents: PresenceVisibilityEvents,
  ) {}

  /**
   * The users that each limited guest among `userIds` and in the channels may see. Must be taken before
   * memberships or conversations change; empty where guests can access all users.
   */
  async snapshot(
    realmId: number,
    userIds: number[],
    streamIds: number[] = [],
  ): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
    const snapshot = new Map<number, ReadonlySet<number>>();
    for (const guestId of await this.userVisibility.limitedGuests(realmId, userIds, streamIds)) {
      snapshot.set(guestId, await this.userVisibility.limitedAccessibleIds(realmId, guestId));
    }
    return snapshot;
  }

  /** Publishes what differs from the snapshot to its guests. */
  async publishSince(
    realmId: number,
    snapshot: ReadonlyMap<number, ReadonlySet<number>>,
  ): Promise<void> {
    const changes: AccessChange[] = [];
    for (const [viewerId, before] of snapshot) {
      const after = await this.userVisibility.limitedAccessibleIds(realmId, viewerId);
      changes.push({ viewerId, before, after });
    }
    await this.publish(realmId, changes);
  }

  /** After a change of role of a user, who could see `accessible` before. */
  async publishRoleChange(before: Viewer, after: Viewer, accessible: AccessibleIds): Promise<void> {
    const { realmId, userId: viewerId } = after;
    const accessibleNow = await this.userVisibility.accessibleIds(after);
    await this.publish(realmId, [{ viewerId, before: accessible, after: accessibleNow }]);
    await this.userEvents.publishRestrictedEmails(before, after);
  }

  /** After a change of `can_access_all_users_group`. */
  async publishPermissionChange(
    realmId: number,
    before: GroupSettingValue,
    after: GroupSettingValue,
  ): Promise<void> {
    const wasOpen = await this.userVisibility.isOpenToGuests(realmId, before);
    const isOpen = await this.userVisibility.isOpenToGuests(realmId, after);
    if (wasOpen === isOpen) return;
    const changes: AccessChange[] = [];
    for (const viewerId of await this.userVisibility.guestIds(realmId)) {
      const limited = await this.userVisibility.limitedAccessibleIds(realmId, viewerId);
      changes.push(
        isOpen
          ? { viewerId, before: limited, after: undefined }
          : { viewerId, before: undefined, after: limited },
      );
    }
    await this.publish(realmId, changes);
  }

  private async publish(realmId: number, changes: AccessChange[]): Promise<void> {
    const needsAll = changes.some(({ before, after }) => before !== after && !(before && after));
    const allIds = needsAll ? await this.usersService.allIds(realmId) : [];
    const shown = new Map<number, number[]>();
    const hidden = new Map<number, number[]>();
    for (const { viewerId, before, after } of changes) {
      if (before) addViewer(shown, viewerId, missingIn(before, after ?? allIds));
      if (after) addViewer(hidden, viewerId, missingIn(after, before ?? allIds));
    }
    await this.userEvents.becomeVisible(realmId, shown);
    await this.userEvents.hide(realmId, hidden);
    await this.userStatusesService.publishVisibilityChange(realmId, { shown, hidden });
    await this.presenceVisibilityEvents.publishTo(realmId, shown);
  }
}

function missingIn(existing: ReadonlySet<number>, ids: Iterable<number>): number[] {
  return [...ids].filter((id) => !existing.has(id));
}

function addViewer(viewers: Map<number, number[]>, viewerId: number, userIds: number[]): void {
  for (const userId of userIds) {
    const others = viewers.get(userId);
    if (others) others.push(viewerId);
    else viewers.set(userId, [viewerId]);
  }
}
