import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

export interface PresenceUser {
  /** The address that the API shows. */
  email: string;
  /** UNIX milliseconds. */
  joinedAt: number;
}

@Injectable()
export class PresencePeopleRepository {
  constructor(private readonly database: Database) {}

  findActive(realmId: number): Promise<(PresenceUser & { id: number })[]> {
    return this.database.query(
      `SELECT id, email, (extract(epoch FROM date_joined) * 1000)::bigint AS "joinedAt" FROM users
       WHERE realm_id = $1 AND is_active AND bot_type IS NULL`,
      [realmId],
      { prepare: true },
    );
  }

  /** The users without the setting `presence_enabled`, for which there is a partial index. */
  async findHidden(realmId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE realm_id = $1 AND settings ->> 'presence_enabled' = 'false'`,
      [realmId],
      { prepare: true },
    );
    return rows.map(({ id }) => id);
  }
}
