// Creates the daily partitions of the event log ahead of time and drops those that no queue or
// consumer can need. Days follow the clock of the database, which also stamps the events.
// Each step is a separate transaction with a short lock timeout, because all readers and writers of
// the log queue behind it. A step that times out is repeated an hour later.
import {
  Injectable,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Database } from '#platform/database/database.js';

const DAYS_AHEAD = 3;
/** A queue may be idle for 7 days at most, so no queue needs older events. */
const RETENTION_DAYS = 9;
const RUN_EVERY_MS = 3600 * 1000;
const LOCK_TIMEOUT_MS = 1000;
/** Held by the one process that runs a step; other processes skip the step. */
const MAINTENANCE_LOCK = 0x70_6c_6d_74;

const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

const MISSING_PARTITIONS = `
  SELECT 'event_log_' || to_char(day, 'YYYYMMDD') AS "table",
    to_char(day, 'YYYY-MM-DD 00:00:00+00') AS "from",
    to_char(day + interval '1 day', 'YYYY-MM-DD 00:00:00+00') AS "to"
  FROM generate_series(${TODAY}, ${TODAY} + ${DAYS_AHEAD}, interval '1 day') AS day
  WHERE to_regclass('event_log_' || to_char(day, 'YYYYMMDD')) IS NULL`;

const OLD_PARTITIONS = `
  SELECT c.relname AS "table", to_char(to_date(right(c.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD 00:00:00+00') AS "from"
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = 'event_log'::regclass AND c.relname ~ '^event_log_[0-9]{8}$'
    AND right(c.relname, 8) < to_char(${TODAY} - ${RETENTION_DAYS}, 'YYYYMMDD')
  ORDER BY c.relname`;

/** The consumers (see platform/jobs) that have not read event `e`. */
const UNREAD = `
  SELECT consumer.name FROM event_consumers consumer
  LEFT JOIN event_consumer_cursors c ON c.consumer = consumer.name AND c.realm_id = e.realm_id
  WHERE e.id > coalesce(c.cursor, consumer.start_event_id)`;

/**
 * Replaces the newest event of a realm when its partition is dropped. The newest id is the realm's
 * position in the log; without a row, a realm without recent events would start again at zero.
 */
const MARKER = `'parley:marker', '{}', '{"kind":"internal"}'`;

interface Partition {
  table: string;
  from: string;
}

@Injectable()
export class EventLogMaintenance implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly logger: PinoLogger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.timer = setInterval(() => this.scheduleRun(), RUN_EVERY_MS);
    this.scheduleRun();
    await this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Idempotent; safe in several processes at once. */
  async run(): Promise<void> {
    const missing = await this.database.query<Partition & { to: string }>(MISSING_PARTITIONS);
    for (const partition of missing) await this.step(() => this.create(partition));
    const old = await this.database.query<Partition>(OLD_PARTITIONS);
    for (const partition of old) await this.step(() => this.drop(partition));
    await this.emptyDefault();
  }

  /** A failure does not prevent the start: the default partition takes events without another. */
  private scheduleRun(): void {
    this.running = this.running
      .then(() => this.run())
      .catch((error: unknown) =>
        this.logger.warn({ err: error }, 'Event log maintenance failed; it will be retried'),
      );
  }

  /** Skips the step while another process runs one. */
  private async step(work: () => Promise<void>): Promise<void> {
    await this.database.transaction(async () => {
      const [lock] = await this.database.query<{ taken: boolean }>(
        'SELECT pg_try_advisory_xact_lock($1) AS taken',
        [MAINTENANCE_LOCK],
      );
      if (!lock?.taken) return;
      await this.database.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await work();
    });
  }

  /** Moves the rows of that day out of the default partition. */
  private async create({ table, from, to }: Partition & { to: string }): Promise<void> {
    if (await this.exists(table)) return;
    await this.database.query('LOCK TABLE event_log_default IN ACCESS EXCLUSIVE MODE');
    await this.database.query(`CREATE TABLE ${table} (LIKE event_log INCLUDING ALL)`);
    await this.database.query(
      `WITH moved AS (
         DELETE FROM event_log_default WHERE created_at >= '${from}' AND created_at < '${to}'
         RETURNING *
       ) INSERT INTO ${table} SELECT * FROM moved`,
    );
    await this.database.query(
      `ALTER TABLE event_log ATTACH PARTITION ${table} FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
  }

  private async drop({ table, from }: Partition): Promise<void> {
    if (!(await this.exists(table))) return;
    const newest = `SELECT realm_id, max(id) AS id FROM ${table} GROUP BY realm_id`;
    const behind = await this.database.query<{ name: string }>(
      `SELECT DISTINCT unread.name FROM (${newest}) e, LATERAL (${UNREAD}) unread`,
    );
    if (behind.length > 0) {
      const consumers = behind.map(({ name }) => name);
      this.logger.warn(
        { table, consumers },
        'Old events are retained until these consumers read them',
      );
      return;
    }
    const markers = await this.database.query<{ realmId: number; id: number }>(
      `SELECT realm_id AS "realmId", id FROM (${newest}) e WHERE NOT EXISTS (
         SELECT FROM event_log l WHERE l.realm_id = e.realm_id AND l.id > e.id
       )`,
    );
    await this.database.query(`DROP TABLE ${table}`);
    await this.database.query(
      `INSERT INTO event_log (realm_id, id, created_at, type, payload, audience)
       SELECT realm_id, id, $3, ${MARKER} FROM unnest($1::integer[], $2::bigint[]) AS m (realm_id, id)`,
      [markers.map(({ realmId }) => realmId), markers.map(({ id }) => id), from],
    );
    this.logger.info({ table }, 'Dropped a day of the event log');
  }

  private async emptyDefault(): Promise<void> {
    await this.database.query(
      `DELETE FROM event_log_default e
       WHERE e.created_at < ${TODAY} - ${RETENTION_DAYS}
         AND EXISTS (SELECT FROM event_log l WHERE l.realm_id = e.realm_id AND l.id > e.id)
         AND NOT EXISTS (${UNREAD})`,
    );
  }

  private async exists(table: string): Promise<boolean> {
    const [row] = await this.database.query<{ exists: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS exists',
      [table],
    );
    return row?.exists === true;
  }
}
