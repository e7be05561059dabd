// System groups and their members, the list of all groups, and the events of groups.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { Schema } from '#platform/http/contract.js';
import type { GroupUser } from './group-graph.js';
import { GroupMembership } from './group-membership.service.js';
import type { GroupPermissionName } from './group-permissions.js';
import type { GroupSettingValue } from './group-setting.service.js';
import { type GroupChange, forDeactivated, userGroupEvent } from './groups.events.js';
import { GroupsRepository, type UserGroupWithContents } from './groups.repository.js';
import { SYSTEM_GROUPS, type SystemGroupName, systemGroupsOf } from './system-groups.js';
import { groupPermissions, type GroupWithPermissions, userGroupView } from './user-groups.view.js';

export interface SystemGroupUser extends GroupUser {
  /** Whether the waiting period of a member is over; ignored for other roles. */
  isFullMember: boolean;
}

export interface NamedGroup {
  id: number;
  name: string;
  /** The name shown to people, which differs from `name` for system groups. */
  displayName: string;
  isActive: boolean;
}

@Injectable()
export class GroupsService {
  constructor(
    private readonly groupsRepository: GroupsRepository,
    private readonly groupMembership: GroupMembership,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /** For a new realm. Joins the current transaction. */
  async createSystemGroups(realmId: number): Promise<void> {
    await this.groupsRepository.insertSystemGroups(realmId, this.clock.now());
  }

  /** Adds new users to the system groups of their roles and publishes one event for each group. */
  async joinSystemGroups(realmId: number, users: SystemGroupUser[]): Promise<void> {
    const ids = await this.groupMembership.systemGroupIds(realmId);
    const joined = new Map<SystemGroupName, number[]>();
    for (const { userId, role, isFullMember } of users) {
      for (const name of systemGroupsOf(role, isFullMember)) {
        joined.set(name, [...(joined.get(name) ?? []), userId]);
      }
    }
    const members = [...joined].flatMap(([name, userIds]) =>
      userIds.map((userId) => ({ groupId: ids[name], userId })),
    );
    await this.database.transaction(async () => {
      await this.groupMembership.lock(realmId);
      await this.groupsRepository.insertMembers(members);
      for (const [name, userIds] of joined) {
        this.publish(realmId, {
          op: 'add_members',
          group_id: ids[name],
          user_ids: userIds,
        });
      }
    });
  }

  /**
   * Moves a user to the system groups of another role. Publishes the change unless the user is
   * deactivated and therefore not listed. Joins the current transaction.
   */
  async changeRole(
    realmId: number,
    { userId, role, isFullMember, isActive }: SystemGroupUser & { isActive: boolean },
  ): Promise<void> {
    const ids = await this.groupMembership.systemGroupIds(realmId);
    const groupIds = systemGroupsOf(role, isFullMember).map((name) => ids[name]);
    const change = await this.groupsRepository.replaceSystemGroups(realmId, userId, groupIds);
    if (!isActive) return;
    const user_ids = [userId];
    for (const group_id of change.left) {
      this.publish(realmId, { op: 'remove_members', group_id, user_ids });
    }
    for (const group_id of change.joined) {
      this.publish(realmId, { op: 'add_members', group_id, user_ids });
    }
  }

  /**
   * Publishes the memberships of a user who was reactivated or deactivated: groups list active users
   * only. Joins the current transaction.
   */
  async publishActivity(realmId: number, userId: number, isActive: boolean): Promise<void> {
    const op = isActive ? 'add_members' : 'remove_members';
    for (const group of await this.groupsRepository.findGroupsOfMember(userId)) {
      this.publish(realmId, forDeactivated(group, { op, group_id: group.id, user_ids: [userId] }));
    }
  }

  /** Sets the full members to the members who joined by `joinedBy`, and publishes the changes. */
  async setFullMembers(realmId: number, joinedBy: Date): Promise<void> {
    const { 'role:fullmembers': group_id } = await this.groupMembership.systemGroupIds(realmId);
    await this.database.transaction(async () => {
      const { added, removed } = await this.groupsRepository.replaceFullMembers(
        realmId,
        group_id,
        joinedBy,
      );
      if (added.length > 0) {
        this.publish(realmId, { op: 'add_members', group_id, user_ids: added });
      }
      if (removed.length > 0) {
        this.publish(realmId, { op: 'remove_members', group_id, user_ids: removed });
      }
    });
  }

  /** Returns the views of all groups in order of creation. */
  async list(
    realmId: number,
    { includeDeactivated }: { includeDeactivated: boolean },
  ): Promise<Schema<'UserGroup'>[]> {
    const ids = await this.groupMembership.systemGroupIds(realmId);
    const groups = await this.groupsRepository.findAll(realmId);
    return groups
      .filter(({ deactivated }) => includeDeactivated || !deactivated)
      .map((group) => userGroupView(group, ids));
  }

  /** Returns groups by name, ignoring case. */
  async findByNames(realmId: number, names: string[]): Promise<NamedGroup[]> {
    const groups = await this.groupsRepository.findByNames(realmId, names);
    return groups.map(({ id, name, isSystemGroup, deactivated }) => ({
      id,
      name,
      displayName: isSystemGroup ? SYSTEM_GROUPS[name as SystemGroupName].title : name,
      isActive: !deactivated,
    }));
  }

  /** Returns the group settings of the group with defaults. */
  async permissions(
    realmId: number,
    group: GroupWithPermissions,
  ): Promise<Record<GroupPermissionName, GroupSettingValue>> {
    return groupPermissions(group, await this.groupMembership.systemGroupIds(realmId));
  }

  async view(realmId: number, group: UserGroupWithContents): Promise<Schema<'UserGroup'>> {
    return userGroupView(group, await this.groupMembership.systemGroupIds(realmId));
  }

  /** Publishes a change to all users. Joins the current transaction. */
  publish(realmId: number, change: GroupChange): void {
    this.eventLog.append(userGroupEvent(realmId, change, Audience.realm()));
  }
}
