import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

@Injectable()
export class BotOwnerNotificationsRepository {
  constructor(private readonly database: Database) {}

  /** Notes that a notification is sent now; returns false when one was sent after `since`. */
  async claim(botId: number, since: Date, now: Date): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO bot_owner_notifications AS existing (bot_id, last_sent) VALUES ($1, $3)
       ON CONFLICT (bot_id) DO UPDATE SET last_sent = excluded.last_sent
         WHERE existing.last_sent <= $2
       RETURNING bot_id`,
      [botId, since, now],
    );
    return rows.length > 0;
  }
}
