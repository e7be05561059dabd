import { Injectable } from '@nestjs/common';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { Database } from '#platform/database/database.js';

/** A channel, or one topic of it. */
export interface RecipientTopic {
  recipientId: number;
  topic?: string | undefined;
}

/** Each method marks messages of one user as read and returns their ids, ascending. */
@Injectable()
export class MarkReadRepository {
  constructor(private readonly database: Database) {}

  /** The newest unread messages. */
  newest(userId: number, limit: number): Promise<number[]> {
    return this.mark(
      `SELECT message_id FROM user_messages
       WHERE user_id = $1 AND flags & ${MESSAGE_FLAGS.read} = 0
       ORDER BY message_id DESC LIMIT $2`,
      [userId, limit],
    );
  }

  /** The newest unread messages of a channel or topic. */
  newestIn(
    userId: number,
    { recipientId, topic }: RecipientTopic,
    limit: number,
  ): Promise<number[]> {
    return this.mark(
      `SELECT um.message_id FROM user_messages um JOIN messages m ON m.id = um.message_id
       WHERE um.user_id = $1 AND um.flags & ${MESSAGE_FLAGS.read} = 0 AND m.recipient_id = $3
         AND ($4::text IS NULL OR upper(m.topic) = upper($4))
       ORDER BY um.message_id DESC LIMIT $2`,
      [userId, limit, recipientId, topic ?? null],
    );
  }

  /** All unread messages of a sender. */
  fromSender(userId: number, senderId: number): Promise<number[]> {
    return this.ids(
      `UPDATE user_messages um SET flags = um.flags | ${MESSAGE_FLAGS.read}
       FROM messages m
       WHERE um.user_id = $1 AND um.flags & ${MESSAGE_FLAGS.read} = 0
         AND m.id = um.message_id AND m.sender_id = $2
       RETURNING um.message_id AS id`,
      [userId, senderId],
    );
  }

  /**
   * The ids are an array, so that PostgreSQL looks them up by index even if it misestimates their number.
   */
  private mark(unread: string, values: unknown[]): Promise<number[]> {
    return this.ids(
      `UPDATE user_messages SET flags = flags | ${MESSAGE_FLAGS.read}
       WHERE user_id = $1 AND message_id = ANY(ARRAY(${unread})) AND flags & ${MESSAGE_FLAGS.read} = 0
       RETURNING message_id AS id`,
      values,
    );
  }

  private async ids(sql: string, values: unknown[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(sql, values);
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  }
}
