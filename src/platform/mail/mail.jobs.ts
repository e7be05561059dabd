import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

const QUEUE = 'mail';

export const sendMail = defineJob<{ mailId: number }>({
  queue: QUEUE,
  name: 'send-mail',
  // Covers more than an hour, for a mail server that is unreachable.
  attempts: 12,
});

export const findUnsentMail = defineJob<Record<string, never>>({
  queue: QUEUE,
  name: 'find-unsent-mail',
});

defineSchedule('find-unsent-mail', '*/5 * * * *', findUnsentMail, {});
