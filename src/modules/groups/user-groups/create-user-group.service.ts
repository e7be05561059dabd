// Creates user groups with their members and subgroups.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import {
  GROUP_PERMISSIONS,
  GroupSettingsAccess,
  GroupsService,
  type UserGroup,
} from '#modules/groups/groups';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { sortedIds, UserGroupContents } from './user-group-contents.service.js';
import { checkedGroupDescription, checkedGroupName, nameIsTaken } from './user-group-name.js';
import { UserGroupsAccess } from './user-groups.access.js';
import { UserGroupsRepository } from './user-groups.repository.js';

export interface NewUserGroup {
  name: string;
  description: string;
  memberIds: number[];
  subgroupIds: number[];
  /** Absent settings take the default of the catalogue. */
  permissions: UserGroup['permissions'];
}

@Injectable()
export class CreateUserGroupService {
  constructor(
    private readonly userGroupsAccess: UserGroupsAccess,
    private readonly groupSettingsAccess: GroupSettingsAccess,
    private readonly userGroupsRepository: UserGroupsRepository,
    private readonly userGroupContents: UserGroupContents,
    private readonly groupsService: GroupsService,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
  ) {}

  /** Returns the id of the new group. */
  async create(actor: Actor, input: NewUserGroup): Promise<number> {
    const { realmId } = actor;
    await this.userGroupsAccess.checkMayCreate(actor);
    const name = checkedGroupName(input.name);
    const description = checkedGroupDescription(input.description);
    const memberIds = sortedIds(input.memberIds);
    const subgroupIds = sortedIds(input.subgroupIds);
    return this.database.transaction(async () => {
      const group = await this.userGroupsRepository.insert({
        realmId,
        name,
        description,
        creatorId: actor.userId,
        permissions: await this.groupSettingsAccess.checked(
          realmId,
          GROUP_PERMISSIONS,
          input.permissions,
        ),
      });
      if (!group) throw nameIsTaken(name);
      if (memberIds.length > 0)
        await this.userGroupContents.addMembers(realmId, group.id, memberIds);
      if (subgroupIds.length > 0)
        await this.userGroupContents.addSubgroups(realmId, group.id, subgroupIds);
      const row = { ...group, memberIds, subgroupIds };
      this.auditLog.record(realmId, {
        kind: 'group.created',
        targetIds: [group.id],
        after: {
          name,
          description,
          members: memberIds,
          subgroups: subgroupIds,
          ...group.permissions,
        },
      });
      this.groupsService.publish(realmId, {
        op: 'add',
        group: await this.groupsService.view(realmId, row),
      });
      return group.id;
    });
  }
}
