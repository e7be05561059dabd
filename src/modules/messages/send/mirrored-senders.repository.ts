import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

@Injectable()
export class MirroredSendersRepository {
  constructor(private readonly database: Database) {}

  async allow(userId: number, isAllowed: boolean): Promise<void> {
    await this.database.query(`UPDATE users SET can_send_on_behalf = $2 WHERE id = $1`, [
      userId,
      isAllowed,
    ]);
  }

  async isAllowed(userId: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM users WHERE id = $1 AND can_send_on_behalf`,
      [userId],
    );
    return rows.length > 0;
  }
}
