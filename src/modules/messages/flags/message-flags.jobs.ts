import { defineResumableJob } from '#platform/jobs/resumable-job.js';
import type { UserRecipient } from './message-flags.repository.js';

/** Messages in channels that many users left or that were archived. */
export interface MarkingRead {
  realmId: number;
  /** The remaining users and recipients. */
  recipients: UserRecipient[];
  /** Later messages are unread again if the users return. */
  upToMessageId: number;
}

export const markChannelsRead = defineResumableJob<MarkingRead>({
  queue: 'message-flags',
  name: 'mark-channels-read',
  progress: ({ realmId, recipients }) => ({ realmId, users: recipients.length }),
});
