import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';

@Injectable()
export class MutedSendersRepository {
  constructor(private readonly database: Database) {}

  /** Marks as read what the user has not read of this sender; returns the ids, ascending. */
  async markRead(userId: number, senderId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `WITH marked AS (
         UPDATE user_messages um SET flags = um.flags | ${MESSAGE_FLAGS.read}
         FROM messages m
         WHERE um.user_id = $1 AND um.flags & ${MESSAGE_FLAGS.read} = 0
           AND m.id = um.message_id AND m.sender_id = $2
         RETURNING um.message_id AS id
       )
       SELECT id FROM marked ORDER BY id`,
      [userId, senderId],
    );
    return rows.map(({ id }) => id);
  }
}
