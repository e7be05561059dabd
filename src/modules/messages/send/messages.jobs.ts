import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

export const forgetMessageNames = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'forget-message-names',
});

defineSchedule('forget-message-names', '43 3 * * *', forgetMessageNames, {});
