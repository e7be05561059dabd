import { defineJob } from '#platform/jobs/job-definition.js';
import { defineSchedule } from '#platform/jobs/job-schedule.js';
import { defineResumableJob } from '#platform/jobs/resumable-job.js';

const QUEUE = 'realm-deletion';

export interface RealmDeletion {
  realmId: number;
  stage: 'start' | 'messages' | 'rows';
  /** Messages up to this id are deleted. */
  lastMessageId: number;
  maxMessages: number;
  /** Table at which the next batch continues; null for the first one. */
  table: string | null;
  /** Number of messages and other rows, without the rows that belong to messages. */
  deleted: number;
}

export const deleteRealm = defineResumableJob<RealmDeletion>({
  queue: QUEUE,
  name: 'delete-realm',
  progress: ({ realmId, stage, table, deleted }) => ({ realmId, stage, table, deleted }),
});

export const findRealmsToDelete = defineJob<Record<string, never>>({
  queue: QUEUE,
  name: 'find-realms-to-delete',
});

defineSchedule('find-realms-to-delete', '*/10 * * * *', findRealmsToDelete, {});
