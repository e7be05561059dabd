import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Submessage } from '#modules/messages/messages';

@Injectable()
export class SubmessagesRepository {
  constructor(private readonly database: Database) {}

  async insert(submessage: Omit<Submessage, 'id'>): Promise<Submessage> {
    const { message_id: messageId, sender_id: senderId, msg_type: type, content } = submessage;
    const [row] = await this.database.query<{ id: number }>(
      `INSERT INTO submessages (message_id, sender_id, msg_type, content)
       VALUES ($1, $2, $3, $4) RETURNING id`,
      [messageId, senderId, type, content],
    );
    return { id: row!.id, ...submessage };
  }

  /** Which says what the message is. */
  async first(messageId: number): Promise<Submessage | undefined> {
    const [row] = await this.database.query<Submessage>(
      `SELECT id, message_id, sender_id, msg_type, content FROM submessages
       WHERE message_id = $1 ORDER BY id LIMIT 1`,
      [messageId],
    );
    return row;
  }

  /** How many the message has, and how many of them are this person's. */
  async counts(messageId: number, senderId: number): Promise<{ all: number; own: number }> {
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
   * Until the end of the present transaction the message is not deleted or moved and gets no
   * submessages from others. False when it is gone.
   */
  async lock(messageId: number): Promise<boolean> {
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
