import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

export const deleteExpiredIdempotencyKeys = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'delete-expired-idempotency-keys',
});

defineSchedule('delete-expired-idempotency-keys', '43 3 * * *', deleteExpiredIdempotencyKeys, {});
