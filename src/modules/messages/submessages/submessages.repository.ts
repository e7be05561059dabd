import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { SubmessageEntity } from './submessage.entity.js';

@Injectable()
export class SubmessagesRepository {
  constructor(
    @InjectRepository(SubmessageEntity)
    private readonly submessages: Repository<SubmessageEntity>,
    private readonly database: Database,
  ) {}

  async insert(submessage: Omit<SubmessageEntity, 'id'>): Promise<SubmessageEntity> {
    const row = this.submessages.create(submessage);
    await this.submessages.insert(row);
    return row;
  }

  /** The first submessage, which defines the widget. */
  async findFirst(messageId: number): Promise<SubmessageEntity | null> {
    return this.submessages.findOne({ where: { messageId }, order: { id: 'ASC' } });
  }

  /** The number of submessages of a message, and of a user's among them. */
  async count(messageId: number, senderId: number): Promise<{ all: number; own: number }> {
    const [row] = await this.database.query<{ all: number; own: number }>(
      `SELECT count(*)::integer AS "all",
         count(*) FILTER (WHERE sender_id = $2)::integer AS own
       FROM submessages WHERE message_id = $1`,
      [messageId, senderId],
      { prepare: true },
    );
    return row!;
  }

  /**
   * Locks the message, also against submessages of other transactions, until the transaction ends.
   * Returns false when it does not exist any more.
   */
  async lockMessage(messageId: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT id FROM messages WHERE id = $1 FOR NO KEY UPDATE`,
      [messageId],
    );
    return rows.length > 0;
  }

  async markMessage(messageId: number): Promise<void> {
    await this.database.query(`UPDATE messages SET has_submessages = true WHERE id = $1`, [
      messageId,
    ]);
  }
}
