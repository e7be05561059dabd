import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import { GROUP_PERMISSIONS, type GroupPermissionName } from './group-permissions.js';
import type { GroupSettingValue } from './group-setting.service.js';
import type { UserGroupWithContents } from './groups.repository.js';
import type { SystemGroupIds } from './system-groups.js';
import type { UserGroupEntity } from './user-group.entity.js';

export function userGroupView(
  group: UserGroupWithContents,
  ids: SystemGroupIds,
): Schema<'UserGroup'> {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    date_created: group.dateCreated && toSeconds(group.dateCreated),
    creator_id: group.creatorId,
    members: group.memberIds,
    direct_subgroup_ids: group.subgroupIds,
    is_system_group: group.isSystemGroup,
    deactivated: group.deactivated,
    ...groupPermissions(group, ids),
  };
}

/** The input of the group settings of a group. */
export type GroupWithPermissions = Pick<
  UserGroupEntity,
  'isSystemGroup' | 'creatorId' | 'permissions'
>;

/** The group settings of a group with defaults. */
export function groupPermissions(
  group: GroupWithPermissions,
  ids: SystemGroupIds,
): Record<GroupPermissionName, GroupSettingValue> {
  const names = Object.keys(GROUP_PERMISSIONS) as GroupPermissionName[];
  const entries = names.map((name) => [
    name,
    group.permissions[name] ?? initialHolder(name, group, ids),
  ]);
  return Object.fromEntries(entries) as Record<GroupPermissionName, GroupSettingValue>;
}

function initialHolder(
  name: GroupPermissionName,
  group: GroupWithPermissions,
  ids: SystemGroupIds,
): GroupSettingValue {
  if (group.isSystemGroup) return ids['role:nobody'];
  const holder = GROUP_PERMISSIONS[name].defaultHolder;
  if (holder !== 'group_creator') return ids[holder];
  if (group.creatorId === null) return ids['role:nobody'];
  return { direct_members: [group.creatorId], direct_subgroups: [] };
}
