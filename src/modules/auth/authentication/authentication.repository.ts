import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { BotType, Role } from '#platform/http/actor.js';

/** The data of a user that the authentication of a request needs. */
export interface Account {
  id: number;
  realmId: number;
  email: string;
  deliveryEmail: string;
  fullName: string;
  role: Role;
  isActive: boolean;
  botType: BotType | null;
  isSystemBot: boolean;
}

/** Columns of the table `users AS u`. */
export const ACCOUNT_COLUMNS = `u.id, u.realm_id AS "realmId", u.email,
  u.delivery_email AS "deliveryEmail", u.full_name AS "fullName", u.role,
  u.is_active AS "isActive", u.bot_type AS "botType", u.is_system_bot AS "isSystemBot"`;

@Injectable()
export class AuthenticationRepository {
  constructor(private readonly database: Database) {}

  /** Searches all realms; a key belongs to one user. */
  async findByApiKeyHash(hash: Buffer): Promise<Account | undefined> {
    const [account] = await this.database.query<Account>(
      `SELECT ${ACCOUNT_COLUMNS} FROM users u WHERE u.api_key_hash = $1`,
      [hash],
      { prepare: true },
    );
    return account;
  }
}
