import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

@Injectable()
export class ForgingRepository {
  constructor(private readonly database: Database) {}

  async allow(userId: number, allowed: boolean): Promise<void> {
    await this.database.query(`UPDATE users SET can_forge_sender = $2 WHERE id = $1`, [
      userId,
      allowed,
    ]);
  }

  async mayForge(userId: number): Promise<boolean> {
    const rows = await this.database.query(
      `SELECT 1 FROM users WHERE id = $1 AND can_forge_sender`,
      [userId],
    );
    return rows.length > 0;
  }
}
