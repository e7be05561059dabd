import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { isUniqueViolation } from '#platform/database/postgres-errors.js';
import { Role } from '#platform/http/actor.js';
import type { EmailVisibility } from '#modules/users/visibility';
import type { ProfileData } from './users.view.js';

export interface ChangedVisibility {
  id: number;
  before: EmailVisibility;
}

@Injectable()
export class UserChangesRepository {
  constructor(private readonly database: Database) {}

  /** Until the end of the transaction nobody else changes these rows. */
  async lock(realmId: number, ids: number[]): Promise<void> {
    await this.database.query(
      `SELECT id FROM users WHERE realm_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE`,
      [realmId, ids],
    );
  }

  /** The active people who own the realm. They stay so until the end of the transaction. */
  async lockOwners(realmId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users
       WHERE realm_id = $1 AND role = $2 AND role <= 300 AND is_active AND bot_type IS NULL
       ORDER BY id FOR NO KEY UPDATE`,
      [realmId, Role.Owner],
    );
    return rows.map(({ id }) => id);
  }

  async setFullName(id: number, fullName: string): Promise<void> {
    await this.database.query(`UPDATE users SET full_name = $2 WHERE id = $1`, [id, fullName]);
  }

  async setRole(id: number, role: Role): Promise<void> {
    await this.database.query(`UPDATE users SET role = $2 WHERE id = $1`, [id, role]);
  }

  async setActive(id: number, isActive: boolean): Promise<void> {
    await this.database.query(`UPDATE users SET is_active = $2 WHERE id = $1`, [id, isActive]);
  }

  async setBotOwner(id: number, ownerId: number): Promise<void> {
    await this.database.query(`UPDATE users SET bot_owner_id = $2 WHERE id = $1`, [id, ownerId]);
  }

  /** Empties what tells who the account belonged to. */
  async markDeleted(id: number, fullName: string, email: string): Promise<void> {
    await this.database.query(
      `UPDATE users SET is_deleted = true, full_name = $2, email = $3, delivery_email = $3,
         profile_data = '{}', timezone = '', password_hash = NULL
       WHERE id = $1`,
      [id, fullName, email],
    );
  }

  async setApiKey(id: number, key: { hash: Buffer; sealed: Buffer }): Promise<void> {
    await this.database.query(
      `UPDATE users SET api_key_hash = $2, api_key_sealed = $3 WHERE id = $1`,
      [id, key.hash, key.sealed],
    );
  }

  async findApiKey(realmId: number, id: number): Promise<Buffer | undefined> {
    const [row] = await this.database.query<{ api_key_sealed: Buffer }>(
      `SELECT api_key_sealed FROM users WHERE id = $2 AND realm_id = $1`,
      [realmId, id],
    );
    return row?.api_key_sealed;
  }

  async mayChangeEmails(id: number): Promise<boolean> {
    const [row] = await this.database.query<{ can: boolean }>(
      `SELECT can_change_user_emails AS can FROM users WHERE id = $1`,
      [id],
    );
    return row?.can ?? false;
  }

  /**
   * Sets the real address, and what the API shows as long as that is the real one. False when
   * somebody else has it; then the transaction can only be rolled back.
   */
  async setDeliveryEmail(id: number, email: string): Promise<boolean> {
    try {
      await this.database.query(
        `UPDATE users SET delivery_email = $2,
           email = CASE WHEN email = delivery_email THEN $2 ELSE email END
         WHERE id = $1`,
        [id, email],
      );
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Returns those in whom it changes something. */
  setEmailVisibility(
    realmId: number,
    ids: number[],
    visibility: EmailVisibility,
    host: string,
  ): Promise<ChangedVisibility[]> {
    return this.database.query(
      `WITH before AS (
         SELECT id, coalesce((settings ->> 'email_address_visibility')::integer, 1) AS visibility
         FROM users WHERE realm_id = $1 AND id = ANY($2) AND bot_type IS NULL
         ORDER BY id FOR NO KEY UPDATE
       )
       UPDATE users u
       SET settings = settings || jsonb_build_object('email_address_visibility', $3::integer),
         email = CASE WHEN $3::integer = 1 THEN delivery_email ELSE 'user' || u.id || '@' || $4 END
       FROM before
       WHERE u.id = before.id AND before.visibility <> $3::integer
       RETURNING u.id, before.visibility AS before`,
      [realmId, ids, visibility, host],
    );
  }

  /** Takes out the fields whose value is null, and sets the others. */
  async setProfileData(
    id: number,
    values: Record<string, ProfileData[string] | null>,
  ): Promise<void> {
    await this.database.query(
      `UPDATE users SET profile_data = jsonb_strip_nulls(profile_data || $2::jsonb) WHERE id = $1`,
      [id, JSON.stringify(values)],
    );
  }

  /** Everybody of the realm who filled in the field, by id. */
  findProfileValues(realmId: number, fieldId: number): Promise<{ id: number; value: string }[]> {
    return this.database.query(
      `SELECT id, profile_data -> $2::text ->> 'value' AS value FROM users
       WHERE realm_id = $1 AND profile_data ? $2::text ORDER BY id`,
      [realmId, `${fieldId}`],
    );
  }

  async clearProfileField(realmId: number, ids: number[], fieldId: number): Promise<void> {
    await this.database.query(
      `UPDATE users SET profile_data = profile_data - $3::text
       WHERE realm_id = $1 AND id = ANY($2)`,
      [realmId, ids, `${fieldId}`],
    );
  }

  /** The first login of who did not make the account; undefined when it is not that. */
  async noteFirstLogin(id: number, now: Date): Promise<{ wasStub: boolean } | undefined> {
    const [row] = await this.database.query<{ wasStub: boolean }>(
      `WITH waiting AS (
         SELECT id, is_imported_stub FROM users
         WHERE id = $1 AND awaits_first_login FOR NO KEY UPDATE
       )
       UPDATE users u SET awaits_first_login = false, is_imported_stub = false, date_joined = $2
       FROM waiting WHERE u.id = waiting.id
       RETURNING waiting.is_imported_stub AS "wasStub"`,
      [id, now],
    );
    return row;
  }

  /** The active bots of the person. Until the end of the transaction nobody else changes them. */
  async lockActiveBotsOf(userId: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM users WHERE bot_owner_id = $1 AND is_active
       ORDER BY id FOR NO KEY UPDATE`,
      [userId],
    );
    return rows.map(({ id }) => id);
  }
}
