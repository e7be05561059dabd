import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Role } from '#platform/http/actor.js';

@Injectable()
export class PeopleRepository {
  constructor(private readonly database: Database) {}

  /** The active users of the realm who are no bots, by id. */
  active(realmId: number): Promise<{ userId: number; role: Role }[]> {
    return this.database.query(
      `SELECT id AS "userId", role FROM users
       WHERE realm_id = $1 AND is_active AND bot_type IS NULL ORDER BY id`,
      [realmId],
      { prepare: true },
    );
  }
}
