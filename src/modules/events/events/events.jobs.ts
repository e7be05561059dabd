import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

export const deleteIdleQueues = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'delete-idle-queues',
});

defineSchedule('delete-idle-queues', '* * * * *', deleteIdleQueues, {});
