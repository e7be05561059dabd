import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, type Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { lockRow } from '#platform/database/lock-row.js';
import { selectList } from '#platform/database/select-list.js';
import { ScheduledMessageEntity } from './scheduled-message.entity.js';

export type NewScheduledMessage = Omit<ScheduledMessageEntity, 'id'>;

const COLUMNS = selectList(ScheduledMessageEntity);

@Injectable()
export class ScheduledMessagesRepository {
  constructor(
    @InjectRepository(ScheduledMessageEntity)
    private readonly scheduledMessages: Repository<ScheduledMessageEntity>,
    private readonly database: Database,
  ) {}

  /** Those that were not sent, the one that is due first first. Part of the register snapshot. */
  findAll(userId: number): Promise<ScheduledMessageEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM scheduled_messages
       WHERE user_id = $1 AND sent_at IS NULL ORDER BY due_at, id`,
      [userId],
      { prepare: true },
    );
  }

  /** Keeps other transactions from adding messages of the user. Returns the number of those that were not sent. */
  async lockAndCount(userId: number): Promise<number> {
    await lockRow(this.database, 'users', userId);
    return this.scheduledMessages.countBy({ userId, sentAt: IsNull() });
  }

  /** Locks the message until the end of the transaction, against the delivery too. */
  lock(userId: number, id: number): Promise<ScheduledMessageEntity | null> {
    return this.scheduledMessages.findOne({
      where: { userId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Returns the id. */
  async insert(input: NewScheduledMessage): Promise<number> {
    const row = this.scheduledMessages.create(input);
    await this.scheduledMessages.insert(row);
    return row.id;
  }

  async update(id: number, changes: Partial<NewScheduledMessage>): Promise<void> {
    await this.scheduledMessages.update({ id }, changes);
  }

  async delete(id: number): Promise<void> {
    await this.scheduledMessages.delete({ id });
  }

  /** The rows remain for a while, so that clients with an outdated list learn that the message was sent. */
  async markSent(ids: number[], sentAt: Date): Promise<void> {
    await this.scheduledMessages.update(
      { id: In(ids) },
      { sentAt, content: '', renderedContent: '' },
    );
  }

  /** Returns false if the message was sent, deleted, or scheduled for another time than `dueAt`. */
  async markFailed(id: number, dueAt: Date): Promise<boolean> {
    const { affected } = await this.scheduledMessages.update(
      { id, dueAt, sentAt: IsNull() },
      { hasFailed: true },
    );
    return affected === 1;
  }

  /** Deletes up to `limit` rows of messages that were sent before `before`. Returns how many. */
  async deleteSentBefore(before: Date, limit: number): Promise<number> {
    const rows = await this.database.query(
      `DELETE FROM scheduled_messages WHERE id = ANY (ARRAY(
         SELECT id FROM scheduled_messages WHERE sent_at < $1 ORDER BY sent_at LIMIT $2
       )) RETURNING id`,
      [before, limit],
    );
    return rows.length;
  }
}
