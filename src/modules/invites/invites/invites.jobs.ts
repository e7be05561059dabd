import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

export const clearEndedInvitations = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'clear-ended-invitations',
});

defineSchedule('clear-ended-invitations', '41 3 * * *', clearEndedInvitations, {});
