import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { MessageEntity } from '#modules/messages/messages';
import { Database } from '#platform/database/database.js';
import { SubmessageEntity } from './submessage.entity.js';

export interface SubmessageCount {
  all: number;
  own: number;
  bytes: number;
}

@Injectable()
export class SubmessagesRepository {
  constructor(
    @InjectRepository(SubmessageEntity)
    private readonly submessages: Repository<SubmessageEntity>,
    @InjectRepository(MessageEntity) private readonly messages: Repository<MessageEntity>,
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

  /** The number of submessages of a message, of a user's among them, and the bytes of all. */
  async count(messageId: number, senderId: number): Promise<SubmessageCount> {
    const [row] = await this.database.query<SubmessageCount>(
      `SELECT count(*)::integer AS "all", coalesce(sum(octet_length(content)), 0)::integer AS bytes,
         count(*) FILTER (WHERE sender_id = $2)::integer AS own
       FROM submessages WHERE message_id = $1`,
      [messageId, senderId],
      { prepare: true },
    );
    return row!;
  }

  /**
   * Locks the message, also against submessages of other transactions, until the transaction ends.
   * Returns false when it no longer exists.
   */
  async lockMessage(messageId: number): Promise<boolean> {
    const message = await this.messages.findOne({
      select: { id: true },
      where: { id: messageId },
      lock: { mode: 'for_no_key_update' },
    });
    return message !== null;
  }

  async markMessage(messageId: number): Promise<void> {
    await this.messages.update({ id: messageId }, { hasSubmessages: true });
  }
}
