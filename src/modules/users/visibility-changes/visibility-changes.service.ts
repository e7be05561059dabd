// Publishes the users, statuses and presence that become visible to a viewer or hidden from one. Limited
// guests are affected by changes of memberships, conversations, roles and the permission. The cost grows with
// guests and users, not with their pairs. Every method joins the current transaction.
import { Injectable } from '@nestjs/common';
import type { GroupSettingValue } from '#modules/groups/groups';
import { PresenceVisibilityEvents } from '#modules/users/presence';
import { UserStatusesService } from '#modules/users/status';
import { UserEvents } from '#modules/users/users';
import { UserVisibility, type Viewer, type VisibleUsers } from '#modules/users/visibility';
import { EventLog } from '#platform/event-log/event-log.js';

@Injectable()
export class VisibilityChanges {
  constructor(
    private readonly userVisibility: UserVisibility,
    private readonly userEvents: UserEvents,
    private readonly userStatusesService: UserStatusesService,
    private readonly presenceVisibilityEvents: PresenceVisibilityEvents,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * The users that each limited guest among `userIds` and in the channels may see. Must be taken before
   * memberships or conversations change; empty where guests can access all users.
   */
  async snapshot(
    realmId: number,
    userIds: number[],
    streamIds: number[] = [],
  ): Promise<VisibleUsers> {
    const guests = await this.userVisibility.limitedGuests(realmId, userIds, streamIds);
    return this.userVisibility.accessibleToEach(realmId, guests);
  }

  /** Publishes what differs from the snapshot to its guests. */
  async publishSince(realmId: number, before: VisibleUsers): Promise<void> {
    const { viewerIds, numbers } = before;
    if (viewerIds.length === 0) return;
    const after = await this.userVisibility.accessibleToEach(realmId, viewerIds, { numbers });
    await this.publish(realmId, before, after);
  }

  /** After a change of role of a user, with `limitedAccessOf` the user before. */
  async publishRoleChange(
    before: Viewer,
    after: Viewer,
    accessBefore: VisibleUsers | undefined,
  ): Promise<void> {
    const { realmId, userId } = after;
    const access = await this.userVisibility.limitedAccessOf(after);
    const limited = accessBefore ?? access;
    if (limited && !(accessBefore && access)) {
      const all = await this.userVisibility.allUsersForEach(realmId, [userId], limited.numbers);
      await this.publish(realmId, accessBefore ?? all, access ?? all);
    }
    await this.userEvents.publishRestrictedEmails(before, after);
  }

  /**
   * After a change of `can_access_all_users_group`. Nothing is appended to the log meanwhile, so that the result
   * is correct for memberships that change at the same time.
   */
  async publishPermissionChange(
    realmId: number,
    before: GroupSettingValue,
    after: GroupSettingValue,
  ): Promise<void> {
    const wasOpen = await this.userVisibility.isOpenToGuests(realmId, before);
    const isOpen = await this.userVisibility.isOpenToGuests(realmId, after);
    if (wasOpen === isOpen) return;
    await this.eventLog.hold(realmId);
    const guests = await this.userVisibility.guestIds(realmId);
    const limited = await this.userVisibility.accessibleToEach(realmId, guests);
    const all = await this.userVisibility.allUsersForEach(realmId, guests, limited.numbers);
    await (isOpen ? this.publish(realmId, limited, all) : this.publish(realmId, all, limited));
  }

  private async publish(realmId: number, before: VisibleUsers, after: VisibleUsers): Promise<void> {
    const shown = after.without(before);
    const hidden = before.without(after);
    await this.userEvents.becomeVisible(realmId, shown);
    await this.userEvents.hide(realmId, hidden);
    await this.userStatusesService.publishVisibilityChange(realmId, { shown, hidden });
    await this.presenceVisibilityEvents.publishTo(realmId, shown);
  }
}
