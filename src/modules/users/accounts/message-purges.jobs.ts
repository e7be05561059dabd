// Deleting what somebody wrote. The row of a purge outlives its job: what was lost is found again.
import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

const QUEUE = 'message-purge';

export const purgeMessages = defineJob<{ purgeId: number }>({
  queue: QUEUE,
  name: 'purge-messages',
});

export const findStuckMessagePurges = defineJob<Record<string, never>>({
  queue: QUEUE,
  name: 'find-stuck-message-purges',
});

defineSchedule('find-stuck-message-purges', '*/2 * * * *', findStuckMessagePurges, {});
