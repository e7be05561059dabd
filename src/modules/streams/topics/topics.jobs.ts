import { defineResumableJob } from '#platform/jobs/resumable-job.js';

export interface TopicDeletion {
  realmId: number;
  streamId: number;
  topic: string;
  /** Limits the deletion to messages that this user received, in a stream with protected history. */
  onlyReceivedBy: number | null;
  requestedBy: number;
  /** Newest message to delete: at first that of the topic when the deletion was requested. */
  upToMessageId: number;
}

export const deleteTopic = defineResumableJob<TopicDeletion>({
  queue: 'topic-deletion',
  name: 'delete-topic',
  progress: ({ streamId, upToMessageId }) => ({ streamId, upToMessageId }),
});
