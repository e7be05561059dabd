// Makes groups and moves people in and out of them.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import type { GroupUser } from './group-graph.js';
import { GroupMembership } from './group-membership.service.js';
import { userGroupEvent } from './groups.events.js';
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
      for (const [name, userIds] of joined) {
        this.eventLog.append(
          userGroupEvent(
            realmId,
            { op: 'add_members', group_id: ids[name], user_ids: userIds },
            Audience.realm(),
          ),
        );
      }
      this.database.afterCommit(() => this.membership.forget(realmId));
    });
  }
}
