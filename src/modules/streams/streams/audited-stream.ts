// The properties of a stream in the record of administrative acts, under the names of the API.
import type { Stream } from './streams.repository.js';

export function auditedStream(stream: Stream): object {
  return {
    name: stream.name,
    description: stream.description,
    is_private: stream.inviteOnly,
    is_web_public: stream.isWebPublic,
    history_public_to_subscribers: stream.historyPublicToSubscribers,
    is_default: stream.isDefault,
    is_archived: stream.isArchived,
    message_retention_days: stream.messageRetentionDays,
    topics_policy: stream.topicsPolicy,
    folder_id: stream.folderId,
    ...stream.permissions,
  };
}
