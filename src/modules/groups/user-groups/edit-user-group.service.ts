// Changes the name, the description and the permissions of a group, and takes deactivated groups
// into use again.
import { Injectable } from '@nestjs/common';
import {
  checkExpectation,
  GROUP_PERMISSIONS,
  type GroupPermissionName,
  GroupSettingsAccess,
  type GroupSettingUpdate,
  GroupsService,
  isSameGroupSetting,
  ofGroup,
} from '#modules/groups/groups';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { checkedGroupDescription, checkedGroupName, nameIsTaken } from './user-group-name.js';
import { UserGroupsAccess } from './user-groups.access.js';
import {
  type GivenPermissions,
  type UserGroup,
  UserGroupsRepository,
} from './user-groups.repository.js';

export interface UserGroupEdit {
  name?: string | undefined;
  description?: string | undefined;
  /** False takes a deactivated group into use again; true changes nothing. */
  deactivated?: boolean | undefined;
  permissions: Partial<Record<GroupPermissionName, GroupSettingUpdate | undefined>>;
}

@Injectable()
export class EditUserGroupService {
  constructor(
    private readonly userGroupsAccess: UserGroupsAccess,
    private readonly groupSettingsAccess: GroupSettingsAccess,
    private readonly userGroupsRepository: UserGroupsRepository,
    private readonly groupsService: GroupsService,
    private readonly database: Database,
  ) {}

  async edit(actor: Actor, groupId: number, edit: UserGroupEdit): Promise<void> {
    const { realmId } = actor;
    const { name, description, deactivated, permissions } = edit;
    const changesContent =
      description !== undefined || Object.values(permissions).some((update) => update);
    if (name === undefined && deactivated === undefined && !changesContent) {
      throw ApiError.badRequest('No new data supplied');
    }
    await this.userGroupsAccess.toChange(actor, groupId, ['manage']);
    const checkedName = name === undefined ? undefined : checkedGroupName(name);
    if (description !== undefined) checkedGroupDescription(description);
    await this.database.transaction(async () => {
      const present = await this.userGroupsRepository.lock(groupId);
      const reactivates = present.deactivated && deactivated === false;
      if (present.deactivated && !reactivates && changesContent) {
        throw ApiError.badRequest('Only the name of a deactivated user group can be changed');
      }
      const given = await this.changedPermissions(realmId, present, permissions);
      const data = {
        ...(checkedName !== undefined && checkedName !== present.name && { name: checkedName }),
        ...(description !== undefined && description !== present.description && { description }),
        ...given,
        ...(reactivates && { deactivated: false }),
      };
      if (Object.keys(data).length === 0) return;
      const next: UserGroup = {
        ...present,
        name: checkedName ?? present.name,
        description: description ?? present.description,
        deactivated: present.deactivated && !reactivates,
        permissions: { ...present.permissions, ...given },
      };
      if (!(await this.userGroupsRepository.update(groupId, next))) throw nameIsTaken(next.name);
      const update = { op: 'update', group_id: groupId, data } as const;
      if (reactivates) {
        const group = await this.viewOf(realmId, next);
        this.groupsService.tell(realmId, { ...update, withoutDeactivated: { op: 'add', group } });
      } else {
        this.groupsService.tell(realmId, ofGroup(next, update));
      }
    });
  }

  /** In canonical form, without those that stay as they are. */
  private async changedPermissions(
    realmId: number,
    group: UserGroup,
    updates: UserGroupEdit['permissions'],
  ): Promise<GivenPermissions> {
    const present = await this.groupsService.permissions(realmId, group);
    const given: GivenPermissions = {};
    for (const name of Object.keys(GROUP_PERMISSIONS) as GroupPermissionName[]) {
      const update = updates[name];
      if (!update) continue;
      checkExpectation(name, update, present[name]);
      if (!isSameGroupSetting(update.new, present[name])) given[name] = update.new;
    }
    return this.groupSettingsAccess.checked(realmId, GROUP_PERMISSIONS, given, present);
  }

  private async viewOf(realmId: number, group: UserGroup): Promise<Record<string, unknown>> {
    return this.groupsService.view(realmId, {
      ...group,
      member_ids: await this.userGroupsRepository.directMembers(group.id),
      subgroup_ids: await this.userGroupsRepository.directSubgroups(group.id),
    });
  }
}
