import type { QueryRunner } from 'typeorm';
import { ForwardOnlyMigration } from './forward-only-migration.js';

/** The event log and the event queues of the clients that read it. */
export class EventLog1764000000000 extends ForwardOnlyMigration {
  readonly name = 'EventLog1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Ids come from the sequence in the order of the commits within a realm, so there is no identity column.
      CREATE SEQUENCE event_log_id_seq;

      -- Partitioned by day, so that old events are dropped rather than deleted. The partitions of the
      -- days are created while the server runs.
      CREATE TABLE event_log (
        realm_id integer NOT NULL,
        id bigint NOT NULL,
        type text NOT NULL,
        payload json NOT NULL,
        audience json NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        changes_rights boolean NOT NULL DEFAULT false,
        PRIMARY KEY (realm_id, id, created_at)
      ) PARTITION BY RANGE (created_at);
      -- A process that first serves a queue looks for role changes to and from guest since the position
      -- of the queue, possibly among millions of events.
      CREATE INDEX event_log_guest_changes ON event_log (realm_id, (payload ->> 'userId'), id)
        WHERE type = 'parley:guest_changed';

      -- Each append looks for changes of rights since the checks of the act.
      CREATE INDEX event_log_changed_rights ON event_log (realm_id, id) WHERE changes_rights;

      CREATE TABLE event_log_default PARTITION OF event_log DEFAULT;

      -- Without foreign keys, whose checks would lock the rows of the realm and the user on each register.
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
        last_seen_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX event_queues_realm_id ON event_queues (realm_id);
      CREATE INDEX event_queues_user_id ON event_queues (user_id);
      CREATE INDEX event_queues_expires_at ON event_queues (expires_at);
    `);
  }
}
