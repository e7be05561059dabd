// The users that a viewer may access. All users are accessible to everyone unless
// `can_access_all_users_group` is limited to members: then guests can access bots and the users in their
// channels and direct message conversations, and all other users are hidden from them.
import { Injectable } from '@nestjs/common';
import { GroupMembership, type GroupSettingValue } from '#modules/groups/groups';
import { RealmsService } from '#modules/realms/realms';
import { Role } from '#platform/http/actor.js';
import { UserVisibilityRepository } from './user-visibility.repository.js';
import type { Viewer } from './viewer.js';

/** Undefined means all users of the realm. */
export type AccessibleIds = ReadonlySet<number> | undefined;

/** The users that became visible or hidden, each with the ids of the affected viewers. */
export interface VisibilityChange {
  shown: ViewersByUser;
  hidden: ViewersByUser;
}

export type ViewersByUser = ReadonlyMap<number, number[]>;

@Injectable()
export class UserVisibility {
  constructor(
    private readonly userVisibilityRepository: UserVisibilityRepository,
    private readonly realmsService: RealmsService,
    private readonly groupMembership: GroupMembership,
  ) {}

  async accessibleIds(viewer: Viewer): Promise<AccessibleIds> {
    if (viewer.role !== Role.Guest || (await this.canGuestsAccessAll(viewer.realmId))) {
      return undefined;
    }
    return this.limitedAccessibleIds(viewer.realmId, viewer.userId);
  }

  /** The users that a limited guest can access. */
  async limitedAccessibleIds(realmId: number, guestId: number): Promise<ReadonlySet<number>> {
    return new Set(await this.userVisibilityRepository.accessibleIds(realmId, guestId));
  }

  async canAccess(viewer: Viewer, userId: number): Promise<boolean> {
    const accessible = await this.accessibleIds(viewer);
    return accessible === undefined || accessible.has(userId);
  }

  async filterAccessible<User extends { id: number }>(
    viewer: Viewer,
    users: User[],
  ): Promise<User[]> {
    if (users.length === 0) return users;
    const accessible = await this.accessibleIds(viewer);
    return accessible === undefined ? users : users.filter(({ id }) => accessible.has(id));
  }

  /** The active guests who may see the user; undefined when every guest may. */
  async guestsWithAccess(realmId: number, userId: number): Promise<number[] | undefined> {
    if (await this.canGuestsAccessAll(realmId)) return undefined;
    return this.userVisibilityRepository.guestsWithAccess(realmId, userId);
  }

  /** The active guests that cannot access the user. */
  async guestsWithoutAccess(realmId: number, userId: number): Promise<number[]> {
    const withAccess = await this.guestsWithAccess(realmId, userId);
    if (withAccess === undefined) return [];
    const guests = await this.userVisibilityRepository.guestIds(realmId);
    return guests.filter((id) => !withAccess.includes(id));
  }

  /** The active guests among the users and in the channels; none where guests see all users. */
  async limitedGuests(realmId: number, userIds: number[], streamIds: number[]): Promise<number[]> {
    if (await this.canGuestsAccessAll(realmId)) return [];
    return this.userVisibilityRepository.guestsAmong(realmId, userIds, streamIds);
  }

  /** The guests among `userIds` that cannot access the user. */
  async hiddenFrom(realmId: number, userIds: number[], userId: number): Promise<number[]> {
    const guests = await this.limitedGuests(realmId, userIds, []);
    if (guests.length === 0) return [];
    const withAccess = await this.userVisibilityRepository.guestsWithAccess(realmId, userId);
    return guests.filter((id) => !withAccess.includes(id));
  }

  /** All active guests of the realm, limited or not. */
  guestIds(realmId: number): Promise<number[]> {
    return this.userVisibilityRepository.guestIds(realmId);
  }

  /** Whether guests see all users under this value of `can_access_all_users_group`. */
  async isOpenToGuests(realmId: number, value: GroupSettingValue): Promise<boolean> {
    const { 'role:members': members } = await this.groupMembership.systemGroupIds(realmId);
    return value !== members;
  }

  private async canGuestsAccessAll(realmId: number): Promise<boolean> {
    const { can_access_all_users_group: value } = await this.realmsService.settings(realmId);
    return this.isOpenToGuests(realmId, value);
  }
}
