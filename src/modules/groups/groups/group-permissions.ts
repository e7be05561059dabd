// The catalogues of the group settings of realms, streams and user groups, with the accepted values and
// the default of each. Clients receive them as `server_supported_permission_settings`.
import type { SystemGroupName } from './system-groups.js';

export interface GroupPermission<Holder extends string = string> {
  requireSystemGroup: boolean;
  allowNobodyGroup: boolean;
  /** If false, guests never hold the permission, regardless of their groups. */
  allowEveryoneGroup: boolean;
  /** A system group, or the creator of the stream or group. */
  defaultHolder: Holder;
  /** The only accepted system groups; empty for no such restriction. */
  allowedSystemGroups: SystemGroupName[];
  /** System groups refused in addition to the restrictions above. */
  refusedSystemGroups: SystemGroupName[];
}

type Options = Partial<Omit<GroupPermission, 'defaultHolder'>>;

function heldBy<const Holder extends string>(
  defaultHolder: Holder,
  options: Options = {},
): GroupPermission<Holder> {
  return {
    requireSystemGroup: false,
    allowNobodyGroup: true,
    allowEveryoneGroup: true,
    allowedSystemGroups: [],
    refusedSystemGroups: [],
    ...options,
    defaultHolder,
  };
}

const EXCEPT_GUESTS = { allowEveryoneGroup: false };
const REQUIRED_EXCEPT_GUESTS = { allowEveryoneGroup: false, allowNobodyGroup: false };

export const REALM_PERMISSIONS = {
  can_access_all_users_group: heldBy('role:everyone', {
    requireSystemGroup: true,
    allowNobodyGroup: false,
    allowedSystemGroups: ['role:everyone', 'role:members'],
  }),
  can_add_custom_emoji_group: heldBy('role:members', REQUIRED_EXCEPT_GUESTS),
  can_add_subscribers_group: heldBy('role:members', REQUIRED_EXCEPT_GUESTS),
  can_create_bots_group: heldBy('role:members', EXCEPT_GUESTS),
  can_create_groups: heldBy('role:members', REQUIRED_EXCEPT_GUESTS),
  can_create_private_channel_group: heldBy('role:members', REQUIRED_EXCEPT_GUESTS),
  can_create_public_channel_group: heldBy('role:members', REQUIRED_EXCEPT_GUESTS),
  can_create_web_public_channel_group: heldBy('role:owners', {
    ...EXCEPT_GUESTS,
    requireSystemGroup: true,
    allowedSystemGroups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  }),
  can_create_write_only_bots_group: heldBy('role:members', EXCEPT_GUESTS),
  can_delete_any_message_group: heldBy('role:administrators', EXCEPT_GUESTS),
  can_delete_own_message_group: heldBy('role:everyone'),
  can_invite_users_group: heldBy('role:members', EXCEPT_GUESTS),
  can_manage_all_groups: heldBy('role:owners', REQUIRED_EXCEPT_GUESTS),
  can_manage_billing_group: heldBy('role:administrators', REQUIRED_EXCEPT_GUESTS),
  can_mention_many_users_group: heldBy('role:administrators'),
  can_move_messages_between_channels_group: heldBy('role:members', EXCEPT_GUESTS),
  can_move_messages_between_topics_group: heldBy('role:everyone'),
  can_resolve_topics_group: heldBy('role:everyone'),
  can_set_delete_message_policy_group: heldBy('role:moderators', EXCEPT_GUESTS),
  can_set_topics_policy_group: heldBy('role:members'),
  can_summarize_topics_group: heldBy('role:everyone'),
  create_multiuse_invite_group: heldBy('role:administrators', EXCEPT_GUESTS),
  direct_message_initiator_group: heldBy('role:everyone'),
  direct_message_permission_group: heldBy('role:everyone'),
  workplace_users_group: heldBy('role:everyone'),
};

export const CHANNEL_PERMISSIONS = {
  can_add_subscribers_group: heldBy('role:nobody', EXCEPT_GUESTS),
  can_administer_channel_group: heldBy('channel_creator', EXCEPT_GUESTS),
  can_create_topic_group: heldBy('role:everyone'),
  can_delete_any_message_group: heldBy('role:nobody', EXCEPT_GUESTS),
  can_delete_own_message_group: heldBy('role:nobody'),
  can_move_messages_out_of_channel_group: heldBy('role:nobody', EXCEPT_GUESTS),
  can_move_messages_within_channel_group: heldBy('role:nobody'),
  can_remove_subscribers_group: heldBy('role:administrators', EXCEPT_GUESTS),
  can_resolve_topics_group: heldBy('role:nobody'),
  can_send_message_group: heldBy('role:everyone'),
  can_subscribe_group: heldBy('role:nobody', EXCEPT_GUESTS),
};

/** In system groups, the value of all of these is `role:nobody`. */
export const GROUP_PERMISSIONS = {
  can_add_members_group: heldBy('group_creator', EXCEPT_GUESTS),
  can_join_group: heldBy('role:nobody', EXCEPT_GUESTS),
  can_leave_group: heldBy('role:everyone'),
  can_manage_group: heldBy('group_creator', EXCEPT_GUESTS),
  can_mention_group: heldBy('role:everyone', { refusedSystemGroups: ['role:owners'] }),
  can_remove_members_group: heldBy('role:nobody', EXCEPT_GUESTS),
};

export type RealmPermission = keyof typeof REALM_PERMISSIONS;
export type StreamPermission = keyof typeof CHANNEL_PERMISSIONS;
export type GroupPermissionName = keyof typeof GROUP_PERMISSIONS;

/** The catalogues in their wire form. */
export function supportedPermissionSettings(): Record<'realm' | 'stream' | 'group', object> {
  return {
    realm: permissionViews(REALM_PERMISSIONS, null),
    stream: permissionViews(CHANNEL_PERMISSIONS, null),
    group: permissionViews(GROUP_PERMISSIONS, 'role:nobody'),
  };
}

function permissionViews(
  permissions: Record<string, GroupPermission>,
  defaultForSystemGroups: SystemGroupName | null,
): Record<string, object> {
  return Object.fromEntries(
    Object.entries(permissions).map(([name, permission]) => [
      name,
      {
        require_system_group: permission.requireSystemGroup,
        allow_internet_group: false,
        allow_nobody_group: permission.allowNobodyGroup,
        allow_everyone_group: permission.allowEveryoneGroup,
        default_group_name: permission.defaultHolder,
        default_for_system_groups: defaultForSystemGroups,
        allowed_system_groups: permission.allowedSystemGroups,
      },
    ]),
  );
}
