// Streams in the form of the API.
import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { StreamPermissions } from './stream-permissions.js';
import type { TopicsPolicy } from './topics-policy.js';

/** A row of the table `streams`. */
export interface Stream {
  id: number;
  realm_id: number;
  recipient_id: number;
  name: string;
  description: string;
  rendered_description: string;
  date_created: Date;
  creator_id: number | null;
  invite_only: boolean;
  is_web_public: boolean;
  history_public_to_subscribers: boolean;
  is_archived: boolean;
  is_default: boolean;
  is_recently_active: boolean;
  message_retention_days: number | null;
  topics_policy: TopicsPolicy;
  first_message_id: number | null;
  folder_id: number | null;
  subscriber_count: number;
  /** Average messages per week; null for new streams. */
  weekly_traffic: number | null;
  permissions: StreamPermissions;
}

/** A stream with the subscription state of one user. */
export interface StreamForViewer extends Stream {
  is_subscribed: boolean;
  /** For a bot: whether its owner is subscribed. */
  owner_is_subscribed: boolean;
}

/** Ids of the system groups that the deprecated posting policy can represent. */
export interface PostingGroups {
  administrators: number;
  moderators: number;
  fullMembers: number;
}

/** The fields shared by GET /streams, the register snapshot and the events. */
export function streamView(stream: Stream, groups: PostingGroups): Schema<'Channel'> {
  const postPolicy = streamPostPolicy(stream, groups);
  return {
    stream_id: stream.id,
    name: stream.name,
    is_archived: stream.is_archived,
    description: stream.description,
    date_created: toSeconds(stream.date_created),
    creator_id: stream.creator_id,
    invite_only: stream.invite_only,
    rendered_description: stream.rendered_description,
    is_web_public: stream.is_web_public,
    stream_post_policy: postPolicy,
    message_retention_days: stream.message_retention_days,
    history_public_to_subscribers: stream.history_public_to_subscribers,
    topics_policy: stream.topics_policy,
    first_message_id: stream.first_message_id,
    folder_id: stream.folder_id,
    is_recently_active: stream.is_recently_active,
    is_announcement_only: postPolicy === 2,
    subscriber_count: stream.subscriber_count,
    stream_weekly_traffic: stream.weekly_traffic,
    ...stream.permissions,
  };
}

/** Without subscribers, which clients receive in subscription events. */
export function newStreamView(stream: Stream, groups: PostingGroups): Schema<'Channel'> {
  return streamView({ ...stream, subscriber_count: 0 }, groups);
}

/** The closest deprecated policy: 1 everyone, 2 administrators, 3 full members, 4 moderators. */
function streamPostPolicy(stream: Stream, groups: PostingGroups): 1 | 2 | 3 | 4 {
  switch (stream.permissions.can_send_message_group) {
    case groups.administrators:
      return 2;
    case groups.fullMembers:
      return 3;
    case groups.moderators:
      return 4;
    default:
      return 1;
  }
}
