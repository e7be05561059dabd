import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Role } from '#platform/http/actor.js';

/** What a login needs of a user. */
export interface LoginAccount {
  id: number;
  deliveryEmail: string;
  fullName: string;
  role: Role;
  isActive: boolean;
  passwordHash: string | null;
  apiKeySealed: Buffer;
}

const COLUMNS = `id, delivery_email AS "deliveryEmail", full_name AS "fullName", role,
  is_active AS "isActive", password_hash AS "passwordHash", api_key_sealed AS "apiKeySealed"`;

@Injectable()
export class LoginAccountsRepository {
  constructor(private readonly database: Database) {}

  /** Finds a person, not a bot, by the real address regardless of case. */
  async findByEmail(realmId: number, deliveryEmail: string): Promise<LoginAccount | undefined> {
    const [account] = await this.database.query<LoginAccount>(
      `SELECT ${COLUMNS} FROM users
       WHERE realm_id = $1 AND lower(delivery_email) = lower($2) AND bot_type IS NULL`,
      [realmId, deliveryEmail],
      { prepare: true },
    );
    return account;
  }

  async findById(realmId: number, id: number): Promise<LoginAccount | undefined> {
    const [account] = await this.database.query<LoginAccount>(
      `SELECT ${COLUMNS} FROM users WHERE realm_id = $1 AND id = $2 AND bot_type IS NULL`,
      [realmId, id],
      { prepare: true },
    );
    return account;
  }

  /** Locks the row until the end of the current transaction. */
  async lockById(realmId: number, id: number): Promise<LoginAccount | undefined> {
    const [account] = await this.database.query<LoginAccount>(
      `SELECT ${COLUMNS} FROM users WHERE realm_id = $1 AND id = $2 AND bot_type IS NULL
       FOR NO KEY UPDATE`,
      [realmId, id],
    );
    return account;
  }

  /** The active people of the realm, by role and id. */
  findActive(realmId: number, limit: number): Promise<{ email: string; role: Role }[]> {
    return this.database.query(
      `SELECT delivery_email AS email, role FROM users
       WHERE realm_id = $1 AND is_active AND bot_type IS NULL
       ORDER BY role, id LIMIT $2`,
      [realmId, limit],
    );
  }

  async setPassword(id: number, passwordHash: string): Promise<void> {
    await this.database.query(`UPDATE users SET password_hash = $2 WHERE id = $1`, [
      id,
      passwordHash,
    ]);
  }
}
