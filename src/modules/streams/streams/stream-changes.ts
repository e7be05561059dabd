// Applies changes to a stream, by the rules for settings that depend on each other.
import { CHANNEL_PERMISSIONS } from '#modules/groups/groups';
import { ApiError } from '#platform/http/api-error.js';
import type { StreamPermissions } from './stream-permissions.js';
import type { Stream } from './streams.repository.js';
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

type Privacy = Pick<Stream, 'inviteOnly' | 'isWebPublic' | 'historyPublicToSubscribers'>;

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
    isDefault: changes.isDefault ?? stream.isDefault,
    isArchived: changes.isArchived ?? stream.isArchived,
    messageRetentionDays: valueOr(changes.messageRetentionDays, stream.messageRetentionDays),
    topicsPolicy: changes.topicsPolicy ?? stream.topicsPolicy,
    folderId: valueOr(changes.folderId, stream.folderId),
    permissions: { ...stream.permissions, ...changes.permissions },
  };
  if (changed.isDefault && changed.inviteOnly) {
    throw ApiError.badRequest('A default channel cannot be private');
  }
  if (changed.isDefault && changed.isArchived) {
    throw ApiError.badRequest('A default channel cannot be archived');
  }
  return changed;
}

/**
 * Throws for a stream with protected history that restricts the creation of topics: users who cannot
 * see older messages cannot know whether a topic is new.
 */
export function checkTopicCreation(
  stream: Pick<Stream, 'historyPublicToSubscribers' | 'permissions'>,
  everyone: number,
): void {
  if (stream.historyPublicToSubscribers) return;
  if (stream.permissions.can_create_topic_group === everyone) return;
  throw ApiError.badRequest(
    `can_create_topic_group must be ${CHANNEL_PERMISSIONS.can_create_topic_group.defaultHolder} in a channel with protected history`,
  );
}

function privacy(stream: Stream, changes: StreamChanges): Privacy {
  const inviteOnly = changes.inviteOnly ?? stream.inviteOnly;
  // Making a stream private also ends web-public access, unless the change asks for both.
  const isWebPublic = changes.isWebPublic ?? (stream.isWebPublic && changes.inviteOnly !== true);
  if (inviteOnly && isWebPublic) {
    throw ApiError.badRequest('A private channel cannot be web-public');
  }
  if (!inviteOnly && changes.historyPublicToSubscribers === false) {
    throw ApiError.badRequest('Only a private channel can have a protected history');
  }
  const staysPrivate = inviteOnly && stream.inviteOnly;
  return {
    inviteOnly,
    isWebPublic,
    historyPublicToSubscribers:
      !inviteOnly ||
      (changes.historyPublicToSubscribers ?? (staysPrivate && stream.historyPublicToSubscribers)),
  };
}

function valueOr<T>(change: T | undefined, existing: T): T {
  return change === undefined ? existing : change;
}
