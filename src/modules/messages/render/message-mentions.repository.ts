import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

@Injectable()
export class MessageMentionsRepository {
  constructor(private readonly database: Database) {}

  /** The users who sent a message to the topic or reacted to one. */
  async participants(recipientId: number, topic: string): Promise<number[]> {
    const rows = await this.database.query<{ userId: number }>(
      `WITH written AS (
         SELECT id, sender_id FROM messages WHERE recipient_id = $1 AND upper(topic) = upper($2)
       )
       SELECT sender_id AS "userId" FROM written
       UNION
       SELECT r.user_id FROM written JOIN reactions r ON r.message_id = written.id`,
      [recipientId, topic],
      { prepare: true },
    );
    return rows.map(({ userId }) => userId);
  }
}
