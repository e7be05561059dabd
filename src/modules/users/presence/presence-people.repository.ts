import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

export interface PresentPerson {
  /** As the API shows it. */
  email: string;
  /** UNIX milliseconds. */
  joinedAt: number;
}

@Injectable()
export class PresencePeopleRepository {
  constructor(private readonly database: Database) {}

  active(realmId: number): Promise<(PresentPerson & { id: number })[]> {
    return this.database.query(
      `SELECT id, email, (extract(epoch FROM date_joined) * 1000)::bigint AS "joinedAt" FROM users
       WHERE realm_id = $1 AND is_active AND bot_type IS NULL`,
      [realmId],
      { prepare: true },
    );
  }

  /** Those who keep it to themselves; there is an index of them alone. */
  async hidden(realmId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE realm_id = $1 AND settings ->> 'presence_enabled' = 'false'`,
      [realmId],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }
}
