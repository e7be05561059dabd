// Deleting what closed organizations left. The organization's row goes last: as long as it is there,
// the next run finds what a run that was ended has left.
import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';

const QUEUE = 'realm-deletion';

export const deleteRealm = defineJob<{ realmId: number }>({
  queue: QUEUE,
  name: 'delete-realm',
});

export const findRealmsToDelete = defineJob<Record<string, never>>({
  queue: QUEUE,
  name: 'find-realms-to-delete',
});

defineSchedule('find-realms-to-delete', '*/10 * * * *', findRealmsToDelete, {});
