import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** State of the job system beside its queues: finished jobs, event consumers and their cursors. */
export class Jobs1764000001000 extends ForwardOnlyMigration {
  readonly name = 'Jobs1764000001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE finished_jobs (
        job_id text PRIMARY KEY,
        finished_at timestamptz NOT NULL
      );
      -- Rows are in the order of time on disk, so that a block range index of a few pages finds old ones.
      CREATE INDEX finished_jobs_finished_at ON finished_jobs USING brin (finished_at);

      CREATE TABLE event_consumers (
        name text PRIMARY KEY,
        start_event_id bigint NOT NULL
      );

      -- Cursors change all the time; free space in each page lets the new version stay beside the old one.
      CREATE TABLE event_consumer_cursors (
        realm_id integer NOT NULL,
        consumer text NOT NULL REFERENCES event_consumers (name) ON DELETE CASCADE,
        cursor bigint NOT NULL,
        PRIMARY KEY (realm_id, consumer)
      ) WITH (fillfactor = 50);

      -- Identifies the store of the queues: when it changes, jobs may have been lost.
      CREATE TABLE job_memory (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        memory text NOT NULL
      );
    `);
  }
}
