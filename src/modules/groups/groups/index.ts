export { GroupGraph, type GroupUser } from './group-graph.js';
export { GroupMembership } from './group-membership.service.js';
export { GroupMentions } from './group-mentions.service.js';
export {
  CHANNEL_PERMISSIONS,
  type StreamPermission,
  GROUP_PERMISSIONS,
  type GroupPermissionName,
  REALM_PERMISSIONS,
  type RealmPermission,
  supportedPermissionSettings,
} from './group-permissions.js';
export {
  canonicalGroupSetting,
  checkExpectation,
  groupSettingProblem,
  type GroupSettingUpdate,
  groupSettingUpdateProblem,
  type GroupSettingValue,
  isSameGroupSetting,
} from './group-setting.service.js';
export { GroupSettingsAccess } from './group-settings.access.js';
export { type GroupChange, forDeactivated, userGroupEvent } from './groups.events.js';
export { GroupsModule } from './groups.module.js';
export type { UserGroup } from './groups.repository.js';
export { GroupsService } from './groups.service.js';
export type { SystemGroupIds, SystemGroupName } from './system-groups.js';
export { UserGroupEntity } from './user-group.entity.js';
export { UserGroupMemberEntity } from './user-group-member.entity.js';
export { UserGroupSubgroupEntity } from './user-group-subgroup.entity.js';
