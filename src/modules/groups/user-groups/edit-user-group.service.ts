// Changes the name, description and settings of a user group, and reactivates deactivated groups.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import {
  checkExpectation,
  GROUP_PERMISSIONS,
  type GroupPermissionName,
  GroupSettingsAccess,
  type GroupSettingUpdate,
  GroupsService,
  isSameGroupSetting,
  forDeactivated,
  type UserGroup,
} from '#modules/groups/groups';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { ApiError } from '#platform/http/api-error.js';
import { checkedGroupDescription, checkedGroupName, nameIsTaken } from './user-group-name.js';
import { UserGroupsAccess } from './user-groups.access.js';
import { UserGroupsRepository } from './user-groups.repository.js';

export interface UserGroupEdit {
  name?: string | undefined;
  description?: string | undefined;
  /** False reactivates a deactivated group; true is ignored. */
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
    private readonly auditLog: AuditLog,
    private readonly database: Database,
  ) {}

  async edit(actor: Actor, groupId: number, edit: UserGroupEdit): Promise<void> {
    const { realmId } = actor;
    const { name, description, deactivated, permissions } = edit;
    const changesContent =
      description !== undefined || Object.values(permissions).some((update) => update);
    if (name === undefined && deactivated === undefined && !changesContent) {
      throw ApiError.badRequest('Nothing to change');
    }
    await this.userGroupsAccess.requireChangeable(actor, groupId, ['manage']);
    const checkedName = name === undefined ? undefined : checkedGroupName(name);
    if (description !== undefined) checkedGroupDescription(description);
    await this.database.transaction(async () => {
      const existing = await this.userGroupsRepository.findByIdForUpdate(realmId, groupId);
      const reactivates = existing.deactivated && deactivated === false;
      if (existing.deactivated && !reactivates && changesContent) {
        throw ApiError.badRequest('Only the name of a deactivated user group can be changed');
      }
      const changed = await this.changedPermissions(realmId, existing, permissions);
      const data = {
        ...(checkedName !== undefined && checkedName !== existing.name && { name: checkedName }),
        ...(description !== undefined && description !== existing.description && { description }),
        ...changed,
        ...(reactivates && { deactivated: false }),
      };
      if (Object.keys(data).length === 0) return;
      const changes = {
        name: checkedName ?? existing.name,
        description: description ?? existing.description,
        deactivated: existing.deactivated && !reactivates,
        permissions: { ...existing.permissions, ...changed },
      };
      if (!(await this.userGroupsRepository.update(realmId, groupId, changes))) {
        throw nameIsTaken(changes.name);
      }
      const next = { ...existing, ...changes };
      this.auditLog.record(realmId, {
        kind: 'group.changed',
        targetIds: [groupId],
        before: auditedValues(existing, await this.groupsService.permissions(realmId, existing)),
        after: auditedValues(next, await this.groupsService.permissions(realmId, next)),
      });
      const update = { op: 'update', group_id: groupId, data } as const;
      if (reactivates) {
        const group = await this.viewOf(realmId, next);
        this.groupsService.publish(realmId, {
          ...update,
          withoutDeactivated: { op: 'add', group },
        });
      } else {
        this.groupsService.publish(realmId, forDeactivated(next, update));
      }
    });
  }

  /** Returns the changed settings in canonical form. */
  private async changedPermissions(
    realmId: number,
    group: UserGroup,
    updates: UserGroupEdit['permissions'],
  ): Promise<UserGroup['permissions']> {
    const existing = await this.groupsService.permissions(realmId, group);
    const changed: UserGroup['permissions'] = {};
    for (const name of Object.keys(GROUP_PERMISSIONS) as GroupPermissionName[]) {
      const update = updates[name];
      if (!update) continue;
      checkExpectation(name, update, existing[name]);
      if (!isSameGroupSetting(update.new, existing[name])) changed[name] = update.new;
    }
    return this.groupSettingsAccess.checked(realmId, GROUP_PERMISSIONS, changed, existing);
  }

  private async viewOf(realmId: number, group: UserGroup): Promise<Schema<'UserGroup'>> {
    return this.groupsService.view(realmId, {
      ...group,
      memberIds: await this.userGroupsRepository.directMembers(group.id),
      subgroupIds: await this.userGroupsRepository.directSubgroups(group.id),
    });
  }
}

function auditedValues(
  { name, description, deactivated }: UserGroup,
  permissions: UserGroup['permissions'],
): object {
  return { name, description, deactivated, ...permissions };
}
