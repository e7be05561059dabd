// The users that a viewer may access. All users are accessible to everyone unless
// `can_access_all_users_group` is limited to members: then guests can access bots and the users in their
// channels and direct message conversations, and all other users are hidden from them.
import { Injectable } from '@nestjs/common';
import { GroupMembership, type GroupSettingValue } from '#modules/groups/groups';
import { RealmsService } from '#modules/realms/realms';
import { Audience } from '#platform/event-log/audience.js';
import { Role } from '#platform/http/actor.js';
import { UserVisibilityRepository } from './user-visibility.repository.js';
import type { Viewer } from './viewer.js';
import { UserNumbers, VisibleUsers } from './visible-users.js';

/** Undefined means all users of the realm. */
type AccessibleIds = ReadonlySet<number> | undefined;

/** The pairs of a viewer and a user who became visible to the viewer, and those who were hidden. */
export interface VisibilityChange {
  shown: VisibleUsers;
  hidden: VisibleUsers;
}

@Injectable()
export class UserVisibility {
  constructor(
    private readonly userVisibilityRepository: UserVisibilityRepository,
    private readonly realmsService: RealmsService,
    private readonly groupMembership: GroupMembership,
  ) {}

  async accessibleIds(viewer: Viewer): Promise<AccessibleIds> {
    if (!(await this.isLimited(viewer))) return undefined;
    return new Set(
      await this.userVisibilityRepository.accessibleIds(viewer.realmId, viewer.userId),
    );
  }

  /**
   * The users that each of these limited guests can access, with a constant number of statements; of people, at
   * least those among `userIds`. `numbers` are those of the relation with which the result is compared.
   */
  async accessibleToEach(
    realmId: number,
    guestIds: number[],
    { numbers = new UserNumbers(), userIds }: { numbers?: UserNumbers; userIds?: number[] } = {},
  ): Promise<VisibleUsers> {
    if (guestIds.length === 0) {
      return VisibleUsers.inCircles([], { circles: [], known: [] }, numbers);
    }
    const circles = await this.userVisibilityRepository.circles(realmId, guestIds, userIds);
    const known = await this.userVisibilityRepository.botIds(realmId);
    return VisibleUsers.inCircles(guestIds, { circles, known }, numbers);
  }

  /** As `accessibleToEach`, for users who can access all others. */
  async allUsersForEach(
    realmId: number,
    userIds: number[],
    numbers: UserNumbers,
  ): Promise<VisibleUsers> {
    const all = await this.userVisibilityRepository.allIds(realmId);
    return VisibleUsers.same(userIds, all, numbers);
  }

  /** The users that the viewer can access; undefined means all users of the realm. */
  async limitedAccessOf(viewer: Viewer): Promise<VisibleUsers | undefined> {
    return (await this.isLimited(viewer))
      ? this.accessibleToEach(viewer.realmId, [viewer.userId])
      : undefined;
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

  /**
   * The audience of a list of events with one event for each of these users: for each, the users who can access
   * the user.
   */
  async audienceOfEach(realmId: number, userIds: number[]): Promise<Audience> {
    if (await this.canGuestsAccessAll(realmId)) return Audience.realm();
    const guests = await this.userVisibilityRepository.guestIds(realmId);
    const accessible = await this.accessibleToEach(realmId, guests, { userIds });
    return accessible.audienceOf(userIds, { nonGuests: true });
  }

  /** The active guests that cannot access the user. */
  async guestsWithoutAccess(realmId: number, userId: number): Promise<number[]> {
    const withAccess = await this.guestsWithAccess(realmId, userId);
    if (withAccess === undefined) return [];
    const guests = await this.userVisibilityRepository.guestIds(realmId);
    return without(guests, withAccess);
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
    return without(guests, withAccess);
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

  private async isLimited({ realmId, role }: Viewer): Promise<boolean> {
    return role === Role.Guest && !(await this.canGuestsAccessAll(realmId));
  }

  private async canGuestsAccessAll(realmId: number): Promise<boolean> {
    const { can_access_all_users_group: value } = await this.realmsService.settings(realmId);
    return this.isOpenToGuests(realmId, value);
  }
}

function without(ids: number[], excluded: number[]): number[] {
  const set = new Set(excluded);
  return ids.filter((id) => !set.has(id));
}
