import { Injectable } from '@nestjs/common';
import { MESSAGE_FLAGS } from '#modules/messages/user-messages';
import { Database } from '#platform/database/database.js';

@Injectable()
export class ReadReceiptsRepository {
  constructor(private readonly database: Database) {}

  /**
   * The ids of active users who have read a message and share that, without its sender, users who
   * muted the viewer, and users muted by the viewer.
   */
  async readers(viewerId: number, messageId: number, senderId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT u.id FROM user_messages um JOIN users u ON u.id = um.user_id
       WHERE um.message_id = $2 AND um.flags & ${MESSAGE_FLAGS.read} <> 0 AND u.id <> $3
         AND u.is_active AND coalesce((u.settings ->> 'send_read_receipts')::boolean, true)
         AND NOT EXISTS (
           SELECT 1 FROM muted_users mu WHERE mu.user_id = $1 AND mu.muted_user_id = u.id)
         AND NOT EXISTS (
           SELECT 1 FROM muted_users mu WHERE mu.user_id = u.id AND mu.muted_user_id = $1)
       ORDER BY u.id`,
      [viewerId, messageId, senderId],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }
}
