import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

export const removeExpiredUploads = defineJob<Record<string, never>>({
  queue: 'files',
  name: 'remove-expired-uploads',
});

defineSchedule('remove-expired-uploads', '*/10 * * * *', removeExpiredUploads, {});
