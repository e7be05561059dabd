// Makes groups and moves people in and out of them.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { GroupUser } from './group-graph.js';
import { GroupMembership } from './group-membership.service.js';
import { type GroupMembersChanged, userGroupEvent } from './groups.events.js';
import { GroupsRepository } from './groups.repository.js';
import { type SystemGroupName, systemGroupsOf } from './system-groups.js';

export {
  CHANNEL_PERMISSIONS,
  type ChannelPermission,
  REALM_PERMISSIONS,
  type RealmPermission,
  supportedPermissionSettings,
} from './group-permissions.js';

export interface SystemGroupUser extends GroupUser {
  /** Whether a member's waiting period is over; of no meaning for other roles. */
  isFullMember: boolean;
}

@Injectable()
export class GroupsService {
  constructor(
    private readonly repository: GroupsRepository,
    private readonly membership: GroupMembership,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /** For a realm that was just made. Joins the present transaction. */
  async createSystemGroups(realmId: number): Promise<void> {
    await this.repository.insertSystemGroups(realmId, this.clock.now());
  }

  /** Puts new users into the groups of their roles and tells everybody, group by group. */
  async joinSystemGroups(realmId: number, users: SystemGroupUser[]): Promise<void> {
    const ids = await this.membership.systemGroupIds(realmId);
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
      await this.repository.insertMembers(members);
      for (const [name, userIds] of joined) this.tell(realmId, 'add_members', ids[name], userIds);
      this.database.afterCommit(() => this.membership.forget(realmId));
    });
  }

  /** Makes the full members those members who joined by then, and tells everybody of changes. */
  async setFullMembers(realmId: number, joinedBy: Date): Promise<void> {
    const { 'role:fullmembers': groupId } = await this.membership.systemGroupIds(realmId);
    await this.database.transaction(async () => {
      const { added, removed } = await this.repository.replaceFullMembers(
        realmId,
        groupId,
        joinedBy,
      );
      if (added.length > 0) this.tell(realmId, 'add_members', groupId, added);
      if (removed.length > 0) this.tell(realmId, 'remove_members', groupId, removed);
      this.database.afterCommit(() => this.membership.forget(realmId));
    });
  }

  private tell(
    realmId: number,
    op: GroupMembersChanged['op'],
    groupId: number,
    userIds: number[],
  ): void {
    const payload: GroupMembersChanged = { op, group_id: groupId, user_ids: userIds };
    this.eventLog.append(userGroupEvent(realmId, payload, Audience.realm()));
  }
}
