// The position of each event consumer in each realm. A cursor is claimed by one worker at a time; other
// workers skip it.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

export interface EventCursor {
  consumer: string;
  /** Every event up to this id has become jobs. */
  cursor: number;
}

@Injectable()
export class EventCursors {
  constructor(private readonly database: Database) {}

  /** Starts new consumers at the current end of the log. Existing ones keep their position. */
  async register(consumers: string[]): Promise<void> {
    await this.database.query(
      `INSERT INTO event_consumers (name, start_event_id)
       SELECT name, CASE WHEN s.is_called THEN s.last_value ELSE s.last_value - 1 END
       FROM unnest($1::text[]) AS name, event_log_id_seq s
       ON CONFLICT DO NOTHING`,
      [consumers],
    );
  }

  /** Creates the cursors that the consumers do not have in this realm yet. */
  async create(realmId: number, consumers: string[]): Promise<void> {
    await this.database.query(
      `INSERT INTO event_consumer_cursors (realm_id, consumer, cursor)
       SELECT $1, name, start_event_id FROM event_consumers WHERE name = ANY($2)
       ON CONFLICT DO NOTHING`,
      [realmId, consumers],
    );
  }

  /** Locks the cursors until the end of the transaction, except those that another worker holds. */
  async claim(realmId: number, consumers: string[]): Promise<EventCursor[]> {
    return this.database.query<EventCursor>(
      `SELECT consumer, cursor FROM event_consumer_cursors
       WHERE realm_id = $1 AND consumer = ANY($2)
       FOR UPDATE SKIP LOCKED`,
      [realmId, consumers],
      { prepare: true },
    );
  }

  async advance(realmId: number, cursors: EventCursor[]): Promise<void> {
    await this.database.query(
      `UPDATE event_consumer_cursors c SET cursor = reached.cursor
       FROM unnest($2::text[], $3::bigint[]) AS reached (consumer, cursor)
       WHERE c.realm_id = $1 AND c.consumer = reached.consumer`,
      [
        realmId,
        cursors.map((reached) => reached.consumer),
        cursors.map((reached) => reached.cursor),
      ],
      { prepare: true },
    );
  }

  /** The realms with events that one of the consumers has not read. */
  async realmsBehind(consumers: string[]): Promise<number[]> {
    // The recursion reads one index entry per realm, regardless of the length of the log.
    const rows = await this.database.query<{ realmId: number }>(
      `WITH RECURSIVE realms (id) AS (
         SELECT min(realm_id) FROM event_log
         UNION ALL
         SELECT (SELECT min(l.realm_id) FROM event_log l WHERE l.realm_id > realms.id)
         FROM realms WHERE realms.id IS NOT NULL
       )
       SELECT DISTINCT realms.id AS "realmId"
       FROM realms
       CROSS JOIN LATERAL (
         SELECT max(l.id) AS id FROM event_log l WHERE l.realm_id = realms.id
       ) latest
       JOIN event_consumers consumer ON consumer.name = ANY($1)
       LEFT JOIN event_consumer_cursors c
         ON c.realm_id = realms.id AND c.consumer = consumer.name
       WHERE latest.id > coalesce(c.cursor, consumer.start_event_id)`,
      [consumers],
      { prepare: true },
    );
    return rows.map(({ realmId }) => realmId);
  }

  /** Moves every cursor back by this time, but not before the start of its consumer. */
  async rewind(hours: number): Promise<void> {
    await this.database.query(
      `UPDATE event_consumer_cursors c
       SET cursor = greatest(consumer.start_event_id, least(c.cursor, (
         SELECT min(l.id) - 1 FROM event_log l
         WHERE l.realm_id = c.realm_id AND l.created_at >= now() - make_interval(hours => $1)
       )))
       FROM event_consumers consumer WHERE consumer.name = c.consumer`,
      [hours],
    );
  }

  /** Records the store of the queues. Returns whether it replaces another one. */
  async recordJobStore(storeId: string): Promise<boolean> {
    await this.database.query(
      `INSERT INTO job_store (store_id) VALUES ($1) ON CONFLICT DO NOTHING`,
      [storeId],
    );
    const changed = await this.database.query(
      `UPDATE job_store SET store_id = $1 WHERE store_id <> $1 RETURNING 1`,
      [storeId],
    );
    return changed.length > 0;
  }
}
