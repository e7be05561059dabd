// Makes user groups, with their first members and subgroups.
import { Injectable } from '@nestjs/common';
import { GROUP_PERMISSIONS, GroupSettingsAccess, GroupsService } from '#modules/groups/groups';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { sortedIds, UserGroupContents } from './user-group-contents.service.js';
import { checkedGroupDescription, checkedGroupName, nameIsTaken } from './user-group-name.js';
import { UserGroupsAccess } from './user-groups.access.js';
import { type GivenPermissions, UserGroupsRepository } from './user-groups.repository.js';

export interface NewUserGroup {
  name: string;
  description: string;
  memberIds: number[];
  subgroupIds: number[];
  /** The others are held as the catalogue of permissions says. */
  permissions: GivenPermissions;
}

@Injectable()
export class CreateUserGroupService {
  constructor(
    private readonly access: UserGroupsAccess,
    private readonly settings: GroupSettingsAccess,
    private readonly repository: UserGroupsRepository,
    private readonly contents: UserGroupContents,
    private readonly groups: GroupsService,
    private readonly database: Database,
  ) {}

  /** Returns the id of the group. */
  async create(actor: Actor, input: NewUserGroup): Promise<number> {
    const { realmId } = actor;
    await this.access.checkMayCreate(actor);
    const name = checkedGroupName(input.name);
    const description = checkedGroupDescription(input.description);
    const memberIds = sortedIds(input.memberIds);
    const subgroupIds = sortedIds(input.subgroupIds);
    return this.database.transaction(async () => {
      const group = await this.repository.insert(realmId, {
        name,
        description,
        creator_id: actor.userId,
        permissions: await this.settings.checked(realmId, GROUP_PERMISSIONS, input.permissions),
      });
      if (!group) throw nameIsTaken(name);
      if (memberIds.length > 0) await this.contents.addMembers(realmId, group.id, memberIds);
      if (subgroupIds.length > 0) await this.contents.addSubgroups(realmId, group.id, subgroupIds);
      const row = { ...group, member_ids: memberIds, subgroup_ids: subgroupIds };
      this.groups.tell(realmId, { op: 'add', group: await this.groups.view(realmId, row) });
      return group.id;
    });
  }
}
