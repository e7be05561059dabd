import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { MutedUser } from './muted-users.view.js';

@Injectable()
export class MutedUsersRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  mutedBy(userId: number): Promise<MutedUser[]> {
    return this.database.query(
      `SELECT muted_user_id, date_muted FROM muted_users
       WHERE user_id = $1 ORDER BY date_muted, muted_user_id`,
      [userId],
    );
  }

  /** False when the user was muted already. */
  async add(userId: number, mutedUserId: number, now: Date): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO muted_users (user_id, muted_user_id, date_muted) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING user_id`,
      [userId, mutedUserId, now],
    );
    return rows.length > 0;
  }

  /** False when the user was not muted. */
  async remove(userId: number, mutedUserId: number): Promise<boolean> {
    const rows = await this.database.query(
      `DELETE FROM muted_users WHERE user_id = $1 AND muted_user_id = $2 RETURNING user_id`,
      [userId, mutedUserId],
    );
    return rows.length > 0;
  }
}
