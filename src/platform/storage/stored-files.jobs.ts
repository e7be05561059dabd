import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

export const deleteUnreferencedFiles = defineJob<Record<string, never>>({
  queue: 'files',
  name: 'delete-unreferenced-files',
});

export const deleteInterruptedWrites = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'delete-interrupted-writes',
});

defineSchedule('delete-unreferenced-files', '*/10 * * * *', deleteUnreferencedFiles, {});
defineSchedule('delete-interrupted-writes', '17 4 * * *', deleteInterruptedWrites, {});
