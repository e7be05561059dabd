// Applies changes to a stream, by the rules for settings that depend on each other.
import { CHANNEL_PERMISSIONS } from '#modules/groups/groups';
import { ApiError } from '#platform/http/api-error.js';
import type { StreamPermissions } from './stream-permissions.js';
import type { Stream } from './streams.view.js';
import type { TopicsPolicy } from './topics-policy.js';

/** New values of settings; absent ones are left unchanged. */
export interface StreamChanges {
  name?: string;
  description?: string;
  inviteOnly?: boolean;
  isWebPublic?: boolean;
  historyPublicToSubscribers?: boolean;
  isDefault?: boolean;
  messageRetentionDays?: number | null;
  topicsPolicy?: TopicsPolicy;
  folderId?: number | null;
  isArchived?: boolean;
  permissions?: Partial<StreamPermissions>;
}

type Privacy = Pick<Stream, 'invite_only' | 'is_web_public' | 'history_public_to_subscribers'>;

/** Whether the changes include a setting of the privacy. */
export function changesPrivacy(changes: StreamChanges): boolean {
  return (
    changes.inviteOnly !== undefined ||
    changes.isWebPublic !== undefined ||
    changes.historyPublicToSubscribers !== undefined
  );
}

/** Returns the changed stream. Throws for contradicting settings. */
export function changedStream(stream: Stream, changes: StreamChanges): Stream {
  const changed: Stream = {
    ...stream,
    ...privacy(stream, changes),
    name: changes.name ?? stream.name,
    description: changes.description ?? stream.description,
    is_default: changes.isDefault ?? stream.is_default,
    is_archived: changes.isArchived ?? stream.is_archived,
    message_retention_days: valueOr(changes.messageRetentionDays, stream.message_retention_days),
    topics_policy: changes.topicsPolicy ?? stream.topics_policy,
    folder_id: valueOr(changes.folderId, stream.folder_id),
    permissions: { ...stream.permissions, ...changes.permissions },
  };
  if (changed.is_default && changed.invite_only) {
    throw ApiError.badRequest('A default channel cannot be private');
  }
  if (changed.is_default && changed.is_archived) {
    throw ApiError.badRequest('A default channel cannot be archived');
  }
  return changed;
}

/**
 * Throws for a stream with protected history that restricts the creation of topics: users who cannot
 * see older messages cannot know whether a topic is new.
 */
export function checkTopicCreation(
  stream: Pick<Stream, 'history_public_to_subscribers' | 'permissions'>,
  everyone: number,
): void {
  if (stream.history_public_to_subscribers) return;
  if (stream.permissions.can_create_topic_group === everyone) return;
  throw ApiError.badRequest(
    `can_create_topic_group must be ${CHANNEL_PERMISSIONS.can_create_topic_group.defaultHolder} in a channel with protected history`,
  );
}

function privacy(stream: Stream, changes: StreamChanges): Privacy {
  const inviteOnly = changes.inviteOnly ?? stream.invite_only;
  // Making a stream private also ends web-public access, unless the change asks for both.
  const isWebPublic = changes.isWebPublic ?? (stream.is_web_public && changes.inviteOnly !== true);
  if (inviteOnly && isWebPublic) {
    throw ApiError.badRequest('A private channel cannot be web-public');
  }
  if (!inviteOnly && changes.historyPublicToSubscribers === false) {
    throw ApiError.badRequest('Only a private channel can have a protected history');
  }
  const staysPrivate = inviteOnly && stream.invite_only;
  return {
    invite_only: inviteOnly,
    is_web_public: isWebPublic,
    history_public_to_subscribers:
      !inviteOnly ||
      (changes.historyPublicToSubscribers ??
        (staysPrivate && stream.history_public_to_subscribers)),
  };
}

function valueOr<T>(change: T | undefined, existing: T): T {
  return change === undefined ? existing : change;
}
