// What a person may do with a channel: pure rules over the channel, the person and group membership.
// Metadata is the channel's existence and settings; content is its messages and topics.
import {
  CHANNEL_PERMISSIONS,
  type StreamPermission,
  type GroupSettingValue,
} from '#modules/groups/groups';
import { type Actor, Role } from '#platform/http/actor.js';
import type { StreamForViewer } from './streams.view.js';

export interface StreamViewer {
  actor: Actor;
  /** Whether the actor belongs to the group of a setting. */
  isIn(value: GroupSettingValue): boolean;
}

/** Those who hold one of these know of a private channel without being subscribed. */
export const METADATA_PERMISSIONS = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies StreamPermission[];

/** Who may subscribe themselves or others may read what they could read after subscribing. */
export const CONTENT_PERMISSIONS = [
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const satisfies StreamPermission[];

/** Guests never hold what is not open to everybody, whatever group they are in. */
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
    'invite_only' | 'is_web_public' | 'permissions' | 'is_subscribed' | 'owner_is_subscribed'
  >,
): boolean {
  const { actor } = viewer;
  if (stream.is_subscribed || stream.owner_is_subscribed || stream.is_web_public) return true;
  if (actor.role === Role.Guest) return false;
  if (!stream.invite_only || actor.role <= Role.Administrator) return true;
  return METADATA_PERMISSIONS.some((permission) => holds(viewer, stream, permission));
}

export function canSeeContent(viewer: StreamViewer, stream: StreamForViewer): boolean {
  if (stream.is_subscribed || stream.is_web_public) return true;
  if (viewer.actor.role === Role.Guest) return false;
  return !stream.invite_only || grantsContent(viewer, stream);
}

/** Whether the person may read the channel without being subscribed to it, if it is private. */
export function grantsContent(
  viewer: StreamViewer,
  stream: Pick<StreamForViewer, 'permissions'>,
): boolean {
  return CONTENT_PERMISSIONS.some((permission) => holds(viewer, stream, permission));
}

/** Whether the person may change the channel, apart from what needs more than that. */
export function canAdminister(viewer: StreamViewer, stream: StreamForViewer): boolean {
  return (
    viewer.actor.role <= Role.Administrator || holds(viewer, stream, 'can_administer_channel_group')
  );
}

/** Whether messages from before the subscription can be read. */
export function canSeeHistory(viewer: StreamViewer, stream: StreamForViewer): boolean {
  return stream.history_public_to_subscribers && canSeeContent(viewer, stream);
}

export function canSubscribeSelf(viewer: StreamViewer, stream: StreamForViewer): boolean {
  return canSeeContent(viewer, stream) && !stream.is_archived;
}

/** Whether the person may post, apart from rules about topics. */
export function canPost(viewer: StreamViewer, stream: StreamForViewer): boolean {
  if (stream.is_archived) return false;
  if (!holds(viewer, stream, 'can_send_message_group')) return false;
  if (stream.is_subscribed) return true;
  if (viewer.actor.role === Role.Guest) return false;
  if (!stream.invite_only) return true;
  return (
    stream.owner_is_subscribed ||
    (stream.history_public_to_subscribers && grantsContent(viewer, stream))
  );
}
