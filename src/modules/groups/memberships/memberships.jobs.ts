import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

export const refreshFullMembers = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'refresh-full-members',
});

defineSchedule('refresh-full-members', '7 * * * *', refreshFullMembers, {});
