import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { selectList } from '#platform/database/select-list.js';
import { ReminderEntity } from './reminder.entity.js';
import { ScheduledMessageEntity } from './scheduled-message.entity.js';

/** First key of the advisory locks on the deliveries of a realm. */
const DELIVERY_LOCK = 0x70_61_72_6e;

const MESSAGE_COLUMNS = selectList(ScheduledMessageEntity);
const REMINDER_COLUMNS = selectList(ReminderEntity);

/** What is due, for the delivery. */
@Injectable()
export class DueRepository {
  constructor(private readonly database: Database) {}

  /** Lets one transaction at a time deliver in the realm. */
  async lockRealm(realmId: number): Promise<void> {
    await this.database.query(`SELECT pg_advisory_xact_lock($1, $2)`, [DELIVERY_LOCK, realmId]);
  }

  /** The messages of an active realm that are due by `until`, first due first; locked. */
  lockMessages(realmId: number, until: Date, limit: number): Promise<ScheduledMessageEntity[]> {
    return this.database.query(
      `SELECT ${MESSAGE_COLUMNS} FROM scheduled_messages
       WHERE realm_id = $1 AND due_at <= $2 AND sent_at IS NULL AND NOT has_failed
         AND EXISTS (SELECT FROM realms WHERE id = $1 AND NOT deactivated)
       ORDER BY due_at, id LIMIT $3 FOR UPDATE`,
      [realmId, until, limit],
      { prepare: true },
    );
  }

  /** As lockMessages, for reminders. */
  lockReminders(realmId: number, until: Date, limit: number): Promise<ReminderEntity[]> {
    return this.database.query(
      `SELECT ${REMINDER_COLUMNS} FROM reminders
       WHERE realm_id = $1 AND due_at <= $2
         AND EXISTS (SELECT FROM realms WHERE id = $1 AND NOT deactivated)
       ORDER BY due_at, id LIMIT $3 FOR UPDATE`,
      [realmId, until, limit],
      { prepare: true },
    );
  }

  /** The active realms in which something is due. */
  async findRealms(until: Date): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM realms r WHERE NOT deactivated AND (
         EXISTS (
           SELECT FROM scheduled_messages
           WHERE realm_id = r.id AND due_at <= $1 AND sent_at IS NULL AND NOT has_failed
         ) OR EXISTS (SELECT FROM reminders WHERE realm_id = r.id AND due_at <= $1)
       ) ORDER BY id`,
      [until],
    );
    return rows.map(({ id }) => id);
  }
}
