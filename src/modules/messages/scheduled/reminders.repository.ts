import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';
import { selectList } from '#platform/database/select-list.js';
import { ReminderEntity } from './reminder.entity.js';

/** A reminder with the place of its message. */
export interface LocatedReminder extends ReminderEntity {
  exists: boolean;
  /** Null for direct messages. */
  streamId: number | null;
  /** Whether the user received the message. */
  isReceived: boolean;
}

const COLUMNS = selectList(ReminderEntity, 'reminder');

@Injectable()
export class RemindersRepository {
  constructor(
    @InjectRepository(ReminderEntity) private readonly reminders: Repository<ReminderEntity>,
    private readonly database: Database,
  ) {}

  /** The one that is due first is first. Part of the register snapshot. */
  findAll(userId: number): Promise<LocatedReminder[]> {
    return this.database.query(
      `SELECT ${COLUMNS}, m.id IS NOT NULL AS exists, r.stream_id AS "streamId",
         um.flags IS NOT NULL AS "isReceived"
       FROM reminders reminder
       LEFT JOIN messages m ON m.id = reminder.target_message_id AND m.realm_id = reminder.realm_id
       LEFT JOIN recipients r ON r.id = m.recipient_id
       LEFT JOIN user_messages um ON um.message_id = m.id AND um.user_id = reminder.user_id
       WHERE reminder.user_id = $1 ORDER BY reminder.due_at, reminder.id`,
      [userId],
      { prepare: true },
    );
  }

  /** Keeps other transactions from adding reminders of the user. Returns their number. */
  async lockAndCount(userId: number): Promise<number> {
    await lockRow(this.database, 'users', userId);
    return this.reminders.countBy({ userId });
  }

  /** Returns the id. */
  async insert(input: Omit<ReminderEntity, 'id'>): Promise<number> {
    const row = this.reminders.create(input);
    await this.reminders.insert(row);
    return row.id;
  }

  /** Returns false if the user has no such reminder. */
  async delete(userId: number, id: number): Promise<boolean> {
    const { affected } = await this.reminders.delete({ id, userId });
    return affected === 1;
  }
}
