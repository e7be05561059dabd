import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The event log and the event queues that read it. */
export class EventLog1764000000000 implements MigrationInterface {
  readonly name = 'EventLog1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SEQUENCE event_log_id_seq;
      
      CREATE TABLE event_log (
        realm_id integer NOT NULL,
        id bigint NOT NULL,
        type text NOT NULL,
        payload json NOT NULL,
        audience json NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (realm_id, id, created_at)
      ) PARTITION BY RANGE (created_at);
      
      CREATE TABLE event_log_default PARTITION OF event_log DEFAULT;
      
      CREATE TABLE event_queues (
        id uuid PRIMARY KEY,
        realm_id integer NOT NULL,
        user_id integer NOT NULL,
        client_name text NOT NULL,
        options jsonb NOT NULL,
        idle_timeout_seconds integer NOT NULL,
        start_event_id bigint NOT NULL,
        acknowledged_event_id bigint NOT NULL,
        created_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL
      );
      CREATE INDEX event_queues_user_id ON event_queues (user_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only; restore a backup to go back');
  }
}
