// Jobs that deliver scheduled messages and reminders when they are due. A sweep finds those whose job was lost.
import { defineJob } from '#platform/jobs/job-definition.js';
import type { JobQueue } from '#platform/jobs/job-queue.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

const QUEUE = 'scheduled';

/** Delivers everything in a realm that is due. `dueMs` is in UNIX milliseconds. */
export const deliverScheduled = defineJob<{ realmId: number; dueMs: number }>({
  queue: QUEUE,
  name: 'deliver-scheduled',
});

export const sweepScheduled = defineJob<Record<string, never>>({
  queue: QUEUE,
  name: 'sweep-scheduled',
});

export const forgetSentScheduled = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'forget-sent-scheduled',
});

defineSchedule('sweep-scheduled', '* * * * *', sweepScheduled, {});
defineSchedule('forget-sent-scheduled', '51 3 * * *', forgetSentScheduled, {});

/** One job delivers everything in a realm that is due at the same time. Called in the transaction of the row. */
export function enqueueDelivery(
  jobQueue: JobQueue,
  { realmId, dueAt }: { realmId: number; dueAt: Date },
  now: Date,
): void {
  const dueMs = dueAt.getTime();
  jobQueue.enqueue(
    deliverScheduled,
    { realmId, dueMs },
    { jobId: `${realmId}-${dueMs}`, delayMs: Math.max(dueMs - now.getTime(), 0) },
  );
}
