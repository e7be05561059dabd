import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the job system remembers beside the queues: finished jobs, consumers and their cursors. */
export class Jobs1764000010000 implements MigrationInterface {
  readonly name = 'Jobs1764000010000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE finished_jobs (
        job_id text PRIMARY KEY,
        finished_at timestamptz NOT NULL
      );
      CREATE INDEX finished_jobs_finished_at ON finished_jobs USING brin (finished_at);

      CREATE TABLE event_consumers (
        name text PRIMARY KEY,
        start_event_id bigint NOT NULL
      );

      CREATE TABLE event_consumer_cursors (
        realm_id integer NOT NULL,
        consumer text NOT NULL REFERENCES event_consumers (name) ON DELETE CASCADE,
        cursor bigint NOT NULL,
        PRIMARY KEY (realm_id, consumer)
      ) WITH (fillfactor = 50);

      CREATE TABLE job_memory (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        memory text NOT NULL
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
