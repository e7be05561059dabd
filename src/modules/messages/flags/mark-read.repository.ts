import { Injectable } from '@nestjs/common';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { Database } from '#platform/database/database.js';

/** A channel, or one topic of it. */
export interface ReadPlace {
  recipientId: number;
  topic?: string | undefined;
}

@Injectable()
export class MarkReadRepository {
  constructor(private readonly database: Database) {}

  /** Marks the newest unread messages of the user as read; returns their ids. */
  newest(userId: number, limit: number): Promise<number[]> {
    return this.mark(
      `SELECT message_id FROM user_messages
       WHERE user_id = $1 AND flags & ${MESSAGE_FLAGS.read} = 0
       ORDER BY message_id DESC LIMIT $2`,
      [userId, limit],
    );
  }

  /** Of those that went to a place, else as `newest`. */
  newestIn(userId: number, { recipientId, topic }: ReadPlace, limit: number): Promise<number[]> {
    return this.mark(
      `SELECT um.message_id FROM user_messages um JOIN messages m ON m.id = um.message_id
       WHERE um.user_id = $1 AND um.flags & ${MESSAGE_FLAGS.read} = 0 AND m.recipient_id = $3
         AND ($4::text IS NULL OR upper(m.topic) = upper($4))
       ORDER BY um.message_id DESC LIMIT $2`,
      [userId, limit, recipientId, topic ?? null],
    );
  }

  /** As a list, the ids are looked up by index however wrong the estimate of their number is. */
  private async mark(unread: string, values: unknown[]): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `UPDATE user_messages SET flags = flags | ${MESSAGE_FLAGS.read}
       WHERE user_id = $1 AND message_id = ANY(ARRAY(${unread})) AND flags & ${MESSAGE_FLAGS.read} = 0
       RETURNING message_id AS id`,
      values,
    );
    return rows.map(({ id }) => id).toSorted((a, b) => a - b);
  }
}
