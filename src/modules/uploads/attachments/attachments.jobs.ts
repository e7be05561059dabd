import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

export const deleteUnclaimedAttachments = defineJob<Record<string, never>>({
  queue: 'files',
  name: 'delete-unclaimed-attachments',
});

defineSchedule('delete-unclaimed-attachments', '27 4 * * *', deleteUnclaimedAttachments, {});
