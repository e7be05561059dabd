import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { UserStatus } from './user-status.view.js';

const COLUMNS = 'status_text, emoji_name, emoji_code, reaction_type';

@Injectable()
export class UserStatusesRepository {
  constructor(private readonly database: Database) {}

  async find(realmId: number, userId: number): Promise<UserStatus | undefined> {
    const [status] = await this.database.query<UserStatus>(
      `SELECT ${COLUMNS} FROM user_statuses WHERE user_id = $2 AND realm_id = $1`,
      [realmId, userId],
    );
    return status;
  }

  findAll(realmId: number): Promise<(UserStatus & { user_id: number })[]> {
    return this.database.query(
      `SELECT user_id, ${COLUMNS} FROM user_statuses WHERE realm_id = $1 ORDER BY user_id`,
      [realmId],
      { prepare: true },
    );
  }

  async save(realmId: number, userId: number, status: UserStatus): Promise<void> {
    await this.database.query(
      `INSERT INTO user_statuses (realm_id, user_id, ${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (user_id) DO UPDATE SET status_text = EXCLUDED.status_text,
         emoji_name = EXCLUDED.emoji_name, emoji_code = EXCLUDED.emoji_code,
         reaction_type = EXCLUDED.reaction_type`,
      [
        realmId,
        userId,
        status.status_text,
        status.emoji_name,
        status.emoji_code,
        status.reaction_type,
      ],
    );
  }

  async delete(userId: number): Promise<void> {
    await this.database.query(`DELETE FROM user_statuses WHERE user_id = $1`, [userId]);
  }
}
