// Validation of group settings by the rules of the catalogue and the groups and users that a value refers
// to.
import { ApiError } from '#platform/http/api-error.js';
import type { GroupPermission } from './group-permissions.js';
import type { GroupSettingValue } from './group-setting.service.js';
import type { SystemGroupName } from './system-groups.js';

/** The existing, active groups and users among those that values refer to. */
export interface NamedHolders {
  /** Keyed by id; null for groups that are not system groups. */
  groups: ReadonlyMap<number, SystemGroupName | null>;
  userIds: ReadonlySet<number>;
}

export function groupIdsOf(value: GroupSettingValue): number[] {
  return typeof value === 'number' ? [value] : value.direct_subgroups;
}

export function userIdsOf(value: GroupSettingValue): number[] {
  return typeof value === 'number' ? [] : value.direct_members;
}

/** Throws unless the setting accepts the value, which is in canonical form. */
export function checkHolder(
  name: string,
  permission: GroupPermission,
  value: GroupSettingValue,
  { groups, userIds }: NamedHolders,
): void {
  const unknownGroup = groupIdsOf(value).find((id) => !groups.has(id));
  if (unknownGroup !== undefined) {
    throw ApiError.badRequest(`${name}: there is no user group with the ID ${unknownGroup}`);
  }
  const unknownUser = userIdsOf(value).find((id) => !userIds.has(id));
  if (unknownUser !== undefined) {
    throw ApiError.badRequest(`${name}: there is no active user with the ID ${unknownUser}`);
  }
  if (permission.requireSystemGroup && (typeof value !== 'number' || !groups.get(value))) {
    throw new ApiError(
      'SYSTEM_GROUP_REQUIRED',
      400,
      `${name} can only be granted to a system group`,
      {
        setting_name: name,
      },
    );
  }
  const refused = groupIdsOf(value)
    .map((id) => groups.get(id) ?? null)
    .find((group) => group !== null && !acceptsSystemGroup(permission, group));
  if (refused) throw ApiError.badRequest(`${name} cannot be granted to ${refused}`);
  if (!permission.allowNobodyGroup && isEmpty(value)) {
    throw ApiError.badRequest(`${name} must be granted to at least one user or group`);
  }
}

function acceptsSystemGroup(permission: GroupPermission, group: SystemGroupName): boolean {
  if (group === 'role:internet' || permission.refusedSystemGroups.includes(group)) return false;
  if (group === 'role:everyone' && !permission.allowEveryoneGroup) return false;
  if (group === 'role:nobody' && !permission.allowNobodyGroup) return false;
  const { allowedSystemGroups } = permission;
  return allowedSystemGroups.length === 0 || allowedSystemGroups.includes(group);
}

function isEmpty(value: GroupSettingValue): boolean {
  return groupIdsOf(value).length === 0 && userIdsOf(value).length === 0;
}
