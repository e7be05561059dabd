import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { MessageEntity } from '#modules/messages/messages';
import { Database } from '#platform/database/database.js';
import type { SentMessagesDeletion } from './accounts.jobs.js';

export interface SentMessage {
  id: number;
  /** Null for direct messages. */
  streamId: number | null;
  topic: string;
}

@Injectable()
export class SentMessagesRepository {
  constructor(
    @InjectRepository(MessageEntity) private readonly messages: Repository<MessageEntity>,
    private readonly database: Database,
  ) {}

  /** Returns 0 for a user who has sent no message. */
  async newestId(senderId: number): Promise<number> {
    return (await this.messages.maximum('id', { senderId })) ?? 0;
  }

  /** The next messages to delete, newest first. */
  findNext(deletion: SentMessagesDeletion, limit: number): Promise<SentMessage[]> {
    return this.database.query(
      `SELECT m.id, r.stream_id AS "streamId", m.topic
       FROM messages m
       JOIN recipients r ON r.id = m.recipient_id
       LEFT JOIN streams s ON s.id = r.stream_id
       WHERE m.sender_id = $1 AND m.id <= $2
         AND CASE s.invite_only WHEN true THEN $4 WHEN false THEN $3 ELSE $5::boolean END
       ORDER BY m.id DESC LIMIT $6`,
      [
        deletion.senderId,
        deletion.upToMessageId,
        deletion.inPublicChannels,
        deletion.inPrivateChannels,
        deletion.inDirectMessages,
        limit,
      ],
    );
  }
}
