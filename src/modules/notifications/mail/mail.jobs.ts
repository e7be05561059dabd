import { defineJob } from '#platform/jobs/job-definition.js';
import { defineResumableJob } from '#platform/jobs/resumable-job.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

const QUEUE = 'notification-mail';

export const sendMissedMessages = defineJob<Record<string, never>>({
  queue: QUEUE,
  name: 'send-missed-messages',
  // The next run is five seconds later.
  attempts: 1,
});

export const deleteReplyAddresses = defineJob<Record<string, never>>({
  queue: QUEUE,
  name: 'delete-reply-addresses',
});

export const startDigests = defineJob<Record<string, never>>({
  queue: QUEUE,
  name: 'start-digests',
});

export interface Digests {
  realmId: number;
  /** The users up to this id have their digest. */
  afterUserId: number;
}

export const writeDigests = defineResumableJob<Digests>({
  queue: QUEUE,
  name: 'write-digests',
  progress: ({ realmId, afterUserId }) => ({ realmId, afterUserId }),
});

defineSchedule('start-digests', '0 18 * * *', startDigests, {});
defineSchedule('send-missed-messages', '*/5 * * * * *', sendMissedMessages, {});
defineSchedule('delete-reply-addresses', '41 3 * * *', deleteReplyAddresses, {});
