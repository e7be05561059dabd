import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

@Injectable()
export class MessageMentionsRepository {
  constructor(private readonly database: Database) {}

  /** Those who wrote in the topic or reacted to something in it. */
  async participants(recipientId: number, topic: string): Promise<number[]> {
    const rows = await this.database.query<{ user_id: number }>(
      `WITH written AS (
         SELECT id, sender_id FROM messages WHERE recipient_id = $1 AND upper(topic) = upper($2)
       )
       SELECT sender_id AS user_id FROM written
       UNION
       SELECT r.user_id FROM written JOIN reactions r ON r.message_id = written.id`,
      [recipientId, topic],
      { prepare: true },
    );
    return rows.map(({ user_id: userId }) => userId);
  }

  /**
   * By user id. Nobody changes them until the transaction ends: what an event says of them must hold
   * at its place among the events of those who change them.
   */
  async lockCopies(messageId: number): Promise<Map<number, number>> {
    const rows = await this.database.query<{ user_id: number; flags: number }>(
      `SELECT user_id, flags FROM user_messages WHERE message_id = $1
       ORDER BY user_id FOR NO KEY UPDATE`,
      [messageId],
      { prepare: true },
    );
    return new Map(rows.map(({ user_id, flags }) => [user_id, flags]));
  }

  /**
   * Of copies that are locked. The people are a list, not rows to be joined: PostgreSQL does not know
   * how many copies a message has, and would compare every copy with every one of the rows.
   */
  async setFlags(messageId: number, userIds: number[], flags: number): Promise<void> {
    await this.database.query(
      `UPDATE user_messages SET flags = $3 WHERE message_id = $1 AND user_id = ANY($2::integer[])`,
      [messageId, userIds, flags],
    );
  }
}
