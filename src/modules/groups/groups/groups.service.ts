// The system groups with the people in them, the list of all groups, and word of their changes.
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
import { type GroupChange, ofGroup, userGroupEvent } from './groups.events.js';
import { GroupsRepository } from './groups.repository.js';
import { SYSTEM_GROUPS, type SystemGroupName, systemGroupsOf } from './system-groups.js';
import {
  groupPermissions,
  type GroupPermissionsRow,
  type UserGroupRow,
  userGroupView,
} from './user-groups.view.js';

export interface SystemGroupUser extends GroupUser {
  /** Whether a member's waiting period is over; of no meaning for other roles. */
  isFullMember: boolean;
}

export interface NamedGroup {
  id: number;
  name: string;
  /** What people see, which for system groups is not the name. */
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

  /** For a realm that was just made. Joins the present transaction. */
  async createSystemGroups(realmId: number): Promise<void> {
    await this.groupsRepository.insertSystemGroups(realmId, this.clock.now());
  }

  /** Puts new users into the groups of their roles and tells everybody, group by group. */
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
        this.tell(realmId, {
          op: 'add_members',
          group_id: ids[name],
          user_ids: userIds,
        });
      }
    });
  }

  /**
   * Puts somebody into the groups of another role, and tells everybody, unless they are not active:
   * then nobody lists them. Joins the present transaction.
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
      this.tell(realmId, { op: 'remove_members', group_id, user_ids });
    }
    for (const group_id of change.joined) {
      this.tell(realmId, { op: 'add_members', group_id, user_ids });
    }
  }

  /** Tells everybody that groups list somebody again, or not any more. Joins the transaction. */
  async tellOfActivity(realmId: number, userId: number, isActive: boolean): Promise<void> {
    const op = isActive ? 'add_members' : 'remove_members';
    for (const group of await this.groupsRepository.groupsOf(userId)) {
      this.tell(realmId, ofGroup(group, { op, group_id: group.id, user_ids: [userId] }));
    }
  }

  /** Makes the full members those members who joined by then, and tells everybody of changes. */
  async setFullMembers(realmId: number, joinedBy: Date): Promise<void> {
    const { 'role:fullmembers': group_id } = await this.groupMembership.systemGroupIds(realmId);
    await this.database.transaction(async () => {
      const { added, removed } = await this.groupsRepository.replaceFullMembers(
        realmId,
        group_id,
        joinedBy,
      );
      if (added.length > 0) {
        this.tell(realmId, { op: 'add_members', group_id, user_ids: added });
      }
      if (removed.length > 0) {
        this.tell(realmId, { op: 'remove_members', group_id, user_ids: removed });
      }
    });
  }

  /** All groups as clients see them, in the order they were made. */
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

  /** Those of the names that are groups of the realm, whatever the case. */
  async findByNames(realmId: number, names: string[]): Promise<NamedGroup[]> {
    const groups = await this.groupsRepository.findByNames(realmId, names);
    return groups.map(({ id, name, is_system_group: isSystemGroup, deactivated }) => ({
      id,
      name,
      displayName: isSystemGroup ? SYSTEM_GROUPS[name as SystemGroupName].title : name,
      isActive: !deactivated,
    }));
  }

  /** Who holds each permission of the group. */
  async permissions(
    realmId: number,
    group: GroupPermissionsRow,
  ): Promise<Record<GroupPermissionName, GroupSettingValue>> {
    return groupPermissions(group, await this.groupMembership.systemGroupIds(realmId));
  }

  /** The group as clients see it. */
  async view(realmId: number, group: UserGroupRow): Promise<Record<string, unknown>> {
    return userGroupView(group, await this.groupMembership.systemGroupIds(realmId));
  }

  /** Tells everybody of a change; belongs into the transaction that makes it. */
  tell(realmId: number, change: GroupChange): void {
    this.eventLog.append(userGroupEvent(realmId, change, Audience.realm()));
  }
}
