import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';

const VALID_HOURS = 24;

@Injectable()
export class PasswordResetsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Takes the place of an earlier one of the user. */
  async save(realmId: number, userId: number, tokenHash: Buffer): Promise<void> {
    await this.database.query(
      `INSERT INTO password_resets (user_id, realm_id, token_hash, expires_at)
       VALUES ($1, $2, $3, $4::timestamptz + make_interval(hours => ${VALID_HOURS}))
       ON CONFLICT (user_id) DO UPDATE
       SET token_hash = EXCLUDED.token_hash, expires_at = EXCLUDED.expires_at`,
      [userId, realmId, tokenHash, this.clock.now()],
    );
  }

  /** The id of the user. */
  async find(realmId: number, tokenHash: Buffer): Promise<number | undefined> {
    const [row] = await this.database.query<{ user_id: number }>(
      `SELECT user_id FROM password_resets
       WHERE token_hash = $2 AND realm_id = $1 AND expires_at > $3`,
      [realmId, tokenHash, this.clock.now()],
    );
    return row?.user_id;
  }

  /** The same, and nobody can take it once more. */
  async take(realmId: number, tokenHash: Buffer): Promise<number | undefined> {
    const [row] = await this.database.query<{ user_id: number }>(
      `DELETE FROM password_resets
       WHERE token_hash = $2 AND realm_id = $1 AND expires_at > $3
       RETURNING user_id`,
      [realmId, tokenHash, this.clock.now()],
    );
    return row?.user_id;
  }

  async deleteOf(userId: number): Promise<void> {
    await this.database.query(`DELETE FROM password_resets WHERE user_id = $1`, [userId]);
  }
}
