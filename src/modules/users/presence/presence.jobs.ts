import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

export const savePresence = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'save-presence',
});

defineSchedule('save-presence', '* * * * *', savePresence, {});
