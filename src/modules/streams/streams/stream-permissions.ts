// The group settings of a stream, as stored in its row.
import {
  CHANNEL_PERMISSIONS,
  type StreamPermission,
  type GroupSettingValue,
} from '#modules/groups/groups';

export type StreamPermissions = Record<StreamPermission, GroupSettingValue>;

export const STREAM_PERMISSION_NAMES = Object.keys(CHANNEL_PERMISSIONS) as StreamPermission[];
