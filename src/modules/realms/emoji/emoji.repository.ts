import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { CustomEmoji } from './emoji.view.js';

@Injectable()
export class EmojiRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first, deactivated ones included. */
  findAll(realmId: number): Promise<CustomEmoji[]> {
    return this.database.query(
      `SELECT id, realm_id, author_id, name, file_name, still_file_name, is_deactivated
       FROM realm_emoji WHERE realm_id = $1 ORDER BY id`,
      [realmId],
      { prepare: true },
    );
  }

  /** Returns whether it was active. */
  async deactivate(realmId: number, id: number): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE realm_emoji SET is_deactivated = true
       WHERE realm_id = $1 AND id = $2 AND NOT is_deactivated RETURNING id`,
      [realmId, id],
    );
    return rows.length > 0;
  }
}
