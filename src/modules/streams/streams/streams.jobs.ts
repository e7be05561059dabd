import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

export const refreshStreamActivity = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'refresh-channel-activity',
});

defineSchedule('refresh-channel-activity', '23 3 * * *', refreshStreamActivity, {});
