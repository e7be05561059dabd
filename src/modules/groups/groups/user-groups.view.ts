import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import { GROUP_PERMISSIONS, type GroupPermissionName } from './group-permissions.js';
import type { GroupSettingValue } from './group-setting.service.js';
import type { SystemGroupIds } from './system-groups.js';

export interface UserGroupRow {
  id: number;
  name: string;
  description: string;
  is_system_group: boolean;
  creator_id: number | null;
  date_created: Date | null;
  deactivated: boolean;
  permissions: Partial<Record<GroupPermissionName, GroupSettingValue>>;
  member_ids: number[];
  subgroup_ids: number[];
}

export function userGroupView(group: UserGroupRow, ids: SystemGroupIds): Schema<'UserGroup'> {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    date_created: group.date_created && toSeconds(group.date_created),
    creator_id: group.creator_id,
    members: group.member_ids,
    direct_subgroup_ids: group.subgroup_ids,
    is_system_group: group.is_system_group,
    deactivated: group.deactivated,
    ...groupPermissions(group, ids),
  };
}

export type GroupPermissionsRow = Pick<
  UserGroupRow,
  'is_system_group' | 'creator_id' | 'permissions'
>;

/** The group settings of a group with defaults. */
export function groupPermissions(
  group: GroupPermissionsRow,
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
  group: GroupPermissionsRow,
  ids: SystemGroupIds,
): GroupSettingValue {
  if (group.is_system_group) return ids['role:nobody'];
  const holder = GROUP_PERMISSIONS[name].defaultHolder;
  if (holder !== 'group_creator') return ids[holder];
  if (group.creator_id === null) return ids['role:nobody'];
  return { direct_members: [group.creator_id], direct_subgroups: [] };
}
