import { defineResumableJob } from '#platform/jobs/resumable-job.js';

/** Which messages of a sender to delete. */
export interface SentMessagesScope {
  inPublicChannels: boolean;
  inPrivateChannels: boolean;
  inDirectMessages: boolean;
}

export interface SentMessagesDeletion extends SentMessagesScope {
  realmId: number;
  senderId: number;
  /** Newest message to delete: at first the newest of the sender when the deletion was requested. */
  upToMessageId: number;
  /** Topics of the last batch, whose first message and icon may be outdated. */
  touchedTopics: { streamId: number; topic: string }[];
}

export const deleteSentMessages = defineResumableJob<SentMessagesDeletion>({
  queue: 'message-deletion',
  name: 'delete-sent-messages',
  progress: ({ realmId, senderId, upToMessageId }) => ({ realmId, senderId, upToMessageId }),
});
