// Deleting topics. The row of a deletion outlives its job: what was lost is found again.
import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

const QUEUE = 'topic-deletion';

export const deleteTopic = defineJob<{ deletionId: number }>({
  queue: QUEUE,
  name: 'delete-topic',
});

export const findStuckTopicDeletions = defineJob<Record<string, never>>({
  queue: QUEUE,
  name: 'find-stuck-topic-deletions',
});

defineSchedule('find-stuck-topic-deletions', '* * * * *', findStuckTopicDeletions, {});
