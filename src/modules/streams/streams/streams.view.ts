// Streams in the form of the API.
import { toSeconds } from '#platform/clock.js';
import type { Schema } from '#platform/http/contract.js';
import type { Stream } from './streams.repository.js';

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
    is_archived: stream.isArchived,
    description: stream.description,
    date_created: toSeconds(stream.dateCreated),
    creator_id: stream.creatorId,
    invite_only: stream.inviteOnly,
    rendered_description: stream.renderedDescription,
    is_web_public: stream.isWebPublic,
    stream_post_policy: postPolicy,
    message_retention_days: stream.messageRetentionDays,
    history_public_to_subscribers: stream.historyPublicToSubscribers,
    topics_policy: stream.topicsPolicy,
    first_message_id: stream.firstMessageId,
    folder_id: stream.folderId,
    is_recently_active: stream.isRecentlyActive,
    is_announcement_only: postPolicy === 2,
    subscriber_count: stream.subscriberCount,
    stream_weekly_traffic: stream.weeklyTraffic,
    ...stream.permissions,
  };
}

/** Without subscribers, which clients receive in subscription events. */
export function newStreamView(stream: Stream, groups: PostingGroups): Schema<'Channel'> {
  return streamView({ ...stream, subscriberCount: 0 }, groups);
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
