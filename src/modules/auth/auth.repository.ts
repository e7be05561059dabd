import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Role } from '#platform/http/actor.js';

/** A user as a login sees one. */
export interface Account {
  id: number;
  realmId: number;
  email: string;
  deliveryEmail: string;
  fullName: string;
  role: Role;
  isActive: boolean;
  botType: number | null;
  isSystemBot: boolean;
}

export interface PasswordAccount {
  id: number;
  deliveryEmail: string;
  isActive: boolean;
  passwordHash: string | null;
  apiKeySealed: Buffer;
}

@Injectable()
export class AuthRepository {
  constructor(private readonly database: Database) {}

  /** Of any realm: a key is the key of one user only. */
  async findByApiKeyHash(hash: Buffer): Promise<Account | undefined> {
    const [account] = await this.database.query<Account>(
      `SELECT id, realm_id AS "realmId", email, delivery_email AS "deliveryEmail",
         full_name AS "fullName", role, is_active AS "isActive", bot_type AS "botType",
         is_system_bot AS "isSystemBot"
       FROM users WHERE api_key_hash = $1`,
      [hash],
      { prepare: true },
    );
    return account;
  }

  /** A person, never a bot, by the real address in any case. */
  async findPerson(realmId: number, deliveryEmail: string): Promise<PasswordAccount | undefined> {
    const [account] = await this.database.query<PasswordAccount>(
      `SELECT id, delivery_email AS "deliveryEmail", is_active AS "isActive",
         password_hash AS "passwordHash", api_key_sealed AS "apiKeySealed"
       FROM users
       WHERE realm_id = $1 AND lower(delivery_email) = lower($2) AND bot_type IS NULL`,
      [realmId, deliveryEmail],
      { prepare: true },
    );
    return account;
  }
}
