import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';

export interface EmailChange {
  user_id: number;
  new_email: string;
}

const VALID_HOURS = 24;

@Injectable()
export class EmailChangesRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Takes the place of an earlier one of the user. */
  async save(realmId: number, change: EmailChange, tokenHash: Buffer): Promise<void> {
    await this.database.query(
      `INSERT INTO email_changes (user_id, realm_id, token_hash, new_email, expires_at)
       VALUES ($1, $2, $3, $4, $5::timestamptz + make_interval(hours => ${VALID_HOURS}))
       ON CONFLICT (user_id) DO UPDATE SET token_hash = EXCLUDED.token_hash,
         new_email = EXCLUDED.new_email, expires_at = EXCLUDED.expires_at`,
      [change.user_id, realmId, tokenHash, change.new_email, this.clock.now()],
    );
  }

  async find(realmId: number, tokenHash: Buffer): Promise<EmailChange | undefined> {
    const [change] = await this.database.query<EmailChange>(
      `SELECT user_id, new_email FROM email_changes
       WHERE token_hash = $2 AND realm_id = $1 AND expires_at > $3`,
      [realmId, tokenHash, this.clock.now()],
    );
    return change;
  }

  /** The same, and nobody can take it once more. */
  async take(realmId: number, tokenHash: Buffer): Promise<EmailChange | undefined> {
    const [change] = await this.database.query<EmailChange>(
      `DELETE FROM email_changes
       WHERE token_hash = $2 AND realm_id = $1 AND expires_at > $3
       RETURNING user_id, new_email`,
      [realmId, tokenHash, this.clock.now()],
    );
    return change;
  }

  async deleteOf(userId: number): Promise<void> {
    await this.database.query(`DELETE FROM email_changes WHERE user_id = $1`, [userId]);
  }
}
