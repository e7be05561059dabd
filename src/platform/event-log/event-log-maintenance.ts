// Keeps the event log partitioned by day: makes the partitions of the coming days in time and drops
// those that no queue can need any more.
import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';

const DAY_MS = 24 * 3600 * 1000;
const DAYS_AHEAD = 3;
/** No queue may be idle for more than 7 days, so its next event is never older than that. */
const DAYS_KEPT = 9;
const RUN_EVERY_MS = 3600 * 1000;
/** One process at a time; the others skip their turn. */
const MAINTENANCE_LOCK = 0x70_6c_6d_74;

@Injectable()
export class EventLogMaintenance implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.run();
    this.timer = setInterval(() => {
      this.run().catch((error: unknown) =>
        this.logger.error(
          { err: error },
          'The event log could not be maintained; trying again later',
        ),
      );
    }, RUN_EVERY_MS);
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Idempotent; safe in several processes at once. */
  async run(): Promise<void> {
    await this.database.transaction(async () => {
      const [lock] = await this.database.query<{ taken: boolean }>(
        'SELECT pg_try_advisory_xact_lock($1) AS taken',
        [MAINTENANCE_LOCK],
      );
      if (!lock?.taken) return;
      const existing = new Set(await this.partitionDays());
      const today = this.clock.now().getTime();
      for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
        const day = dayOf(today + ahead * DAY_MS);
        if (!existing.has(day)) await this.createPartition(day);
      }
      for (const day of existing) {
        if (Date.parse(day) < today - DAYS_KEPT * DAY_MS) await this.dropPartition(day);
      }
      await this.database.query(`DELETE FROM event_log_default WHERE created_at < $1`, [
        new Date(today - DAYS_KEPT * DAY_MS),
      ]);
    });
  }

  private async partitionDays(): Promise<string[]> {
    const rows = await this.database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'event_log'::regclass AND c.relname ~ '^event_log_[0-9]{8}$'`,
    );
    return rows.map(({ name }) => {
      const digits = name.slice('event_log_'.length);
      return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
    });
  }

  /** Rows of that day that went to the default partition, because a clock was wrong, move over. */
  private async createPartition(day: string): Promise<void> {
    const table = tableOf(day);
    const from = `${day}T00:00:00Z`;
    const to = `${dayOf(Date.parse(day) + DAY_MS)}T00:00:00Z`;
    await this.database.query(`CREATE TABLE ${table} (LIKE event_log INCLUDING ALL)`);
    await this.database.query(
      `WITH moved AS (
         DELETE FROM event_log_default WHERE created_at >= '${from}' AND created_at < '${to}' RETURNING *
       ) INSERT INTO ${table} SELECT * FROM moved`,
    );
    await this.database.query(
      `ALTER TABLE event_log ATTACH PARTITION ${table} FOR VALUES FROM ('${from}') TO ('${to}')`,
    );
  }

  private async dropPartition(day: string): Promise<void> {
    await this.database.query(`DROP TABLE ${tableOf(day)}`);
    this.logger.info({ day }, 'Dropped a day of the event log');
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function tableOf(day: string): string {
  return `event_log_${day.replaceAll('-', '')}`;
}
