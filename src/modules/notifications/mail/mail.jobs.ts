import { defineJob } from '#platform/jobs/job-definition.js';
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

defineSchedule('send-missed-messages', '*/5 * * * * *', sendMissedMessages, {});
defineSchedule('delete-reply-addresses', '41 3 * * *', deleteReplyAddresses, {});
