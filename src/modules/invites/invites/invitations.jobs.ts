import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

export const deleteEndedInvitations = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'delete-ended-invitations',
});

defineSchedule('delete-ended-invitations', '41 3 * * *', deleteEndedInvitations, {});
