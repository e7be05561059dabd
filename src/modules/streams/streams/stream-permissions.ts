// The permission settings of a channel, as the channel keeps them.
import {
  CHANNEL_PERMISSIONS,
  type StreamPermission,
  type GroupSettingValue,
} from '#modules/groups/groups';

export type StreamPermissions = Record<StreamPermission, GroupSettingValue>;

export const STREAM_PERMISSION_NAMES = Object.keys(CHANNEL_PERMISSIONS) as StreamPermission[];
