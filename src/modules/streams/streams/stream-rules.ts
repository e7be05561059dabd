// Permissions of a user in a stream, derived from the stream, the user and group memberships. Metadata is
// the existence and settings of a stream; content is its messages and topics.
import {
  CHANNEL_PERMISSIONS,
  type StreamPermission,
  type GroupSettingValue,
} from '#modules/groups/groups';
import { type Actor, Role } from '#platform/http/actor.js';
import type { StreamForViewer } from './streams.repository.js';

export interface StreamViewer {
  actor: Actor;
  /** Whether the actor belongs to the group of a setting. */
  isIn(value: GroupSettingValue): boolean;
}

/** Each grants access to the metadata of a private stream without a subscription. */
export const METADATA_PERMISSIONS = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies StreamPermission[];

/** Users who may subscribe themselves or others have the access of subscribers. */
export const CONTENT_PERMISSIONS = [
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies StreamPermission[];

/** Guests hold only permissions that allow `role:everyone`, regardless of their groups. */
export function holds(
  viewer: StreamViewer,
  stream: Pick<StreamForViewer, 'permissions'>,
  permission: StreamPermission,
): boolean {
  const isGuest = viewer.actor.role === Role.Guest;
  if (isGuest && !CHANNEL_PERMISSIONS[permission].allowEveryoneGroup) return false;
  return viewer.isIn(stream.permissions[permission]);
}

export function canSeeMetadata(
  viewer: StreamViewer,
  stream: Pick<
    StreamForViewer,
    'inviteOnly' | 'isWebPublic' | 'permissions' | 'isSubscribed' | 'ownerIsSubscribed'
  >,
): boolean {
  const { actor } = viewer;
  if (stream.isSubscribed || stream.ownerIsSubscribed || stream.isWebPublic) return true;
  if (actor.role === Role.Guest) return false;
  if (!stream.inviteOnly || actor.role <= Role.Administrator) return true;
  return METADATA_PERMISSIONS.some((permission) => holds(viewer, stream, permission));
}

export function canSeeContent(viewer: StreamViewer, stream: StreamForViewer): boolean {
  if (stream.isSubscribed || stream.isWebPublic) return true;
  if (viewer.actor.role === Role.Guest) return false;
  return !stream.inviteOnly || grantsContent(viewer, stream);
}

/** Whether a permission grants access to the content of a private stream without a subscription. */
export function grantsContent(
  viewer: StreamViewer,
  stream: Pick<StreamForViewer, 'permissions'>,
): boolean {
  return CONTENT_PERMISSIONS.some((permission) => holds(viewer, stream, permission));
}

/** Whether the user may change the stream, except for changes with separate permissions. */
export function canAdminister(viewer: StreamViewer, stream: StreamForViewer): boolean {
  return (
    viewer.actor.role <= Role.Administrator || holds(viewer, stream, 'can_administer_channel_group')
  );
}

/** Whether the user can read messages sent before the subscription. */
export function canSeeHistory(viewer: StreamViewer, stream: StreamForViewer): boolean {
  return stream.historyPublicToSubscribers && canSeeContent(viewer, stream);
}

export function canSubscribeSelf(viewer: StreamViewer, stream: StreamForViewer): boolean {
  return canSeeContent(viewer, stream) && !stream.isArchived;
}

/** Whether the user may post, apart from the topics policy. */
export function canPost(viewer: StreamViewer, stream: StreamForViewer): boolean {
  if (stream.isArchived) return false;
  if (!holds(viewer, stream, 'can_send_message_group')) return false;
  if (stream.isSubscribed) return true;
  if (viewer.actor.role === Role.Guest) return false;
  if (!stream.inviteOnly) return true;
  return (
    stream.ownerIsSubscribed || (stream.historyPublicToSubscribers && grantsContent(viewer, stream))
  );
}
