import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

@Injectable()
export class BotNoticesRepository {
  constructor(private readonly database: Database) {}

  /** Claims the notification about a bot; false when one was sent after `since`. */
  async claim(botId: number, since: Date, now: Date): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO bot_notices AS known (bot_id, last_sent) VALUES ($1, $3)
       ON CONFLICT (bot_id) DO UPDATE SET last_sent = excluded.last_sent
         WHERE known.last_sent <= $2
       RETURNING bot_id`,
      [botId, since, now],
    );
    return rows.length > 0;
  }
}
