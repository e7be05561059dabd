// Jobs that end the ring time of calls, and the participation of users who lost access.
import { realmEvent } from '#modules/realms/realms';
import { streamEvent, subscriptionEvent } from '#modules/streams/streams';
import { userGroupEvent } from '#modules/groups/groups';
import { realmUserEvent } from '#modules/users/users';
import { definitionOf } from '#platform/event-log/event-definition.js';
import { defineEventConsumer } from '#platform/jobs/event-consumer.js';
import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

const QUEUE = 'calls';

/** Ends the ring time of the calls of a realm that are due. `dueMs` is in UNIX milliseconds. */
export const endRinging = defineJob<{ realmId: number; dueMs: number }>({
  queue: QUEUE,
  name: 'end-ringing',
});

/** Ends the participation of users who lost access to the conversation of a live call. */
export const reviewCallAccess = defineJob<{ realmId: number }>({
  queue: QUEUE,
  name: 'review-call-access',
});

export const sweepCalls = defineJob<Record<string, never>>({ queue: QUEUE, name: 'sweep-calls' });

export const deleteOldCalls = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'delete-old-calls',
});

defineSchedule('sweep-calls', '* * * * *', sweepCalls, {});
defineSchedule('delete-old-calls', '47 3 * * *', deleteOldCalls, {});

defineEventConsumer({
  name: 'calls',
  events: [realmEvent, realmUserEvent, streamEvent, subscriptionEvent, userGroupEvent],
  toJobs: ({ realmId, type, payload }) =>
    definitionOf(type)?.changesRights?.(payload) ? [reviewCallAccess.with({ realmId })] : [],
});
