// Housekeeping of the job system.
import { defineJob } from './job-definition.js';
import { defineSchedule } from './job-schedule.js';

export const pruneFinishedJobs = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'prune-finished-jobs',
});

export const sweepResumableJobs = defineJob<Record<string, never>>({
  queue: 'maintenance',
  name: 'sweep-resumable-jobs',
});

defineSchedule('prune-finished-jobs', '23 3 * * *', pruneFinishedJobs, {});
defineSchedule('sweep-resumable-jobs', '* * * * *', sweepResumableJobs, {});
