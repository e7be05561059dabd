import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { ProfileField } from './profile-fields.view.js';

const COLUMNS = `id, type, name, hint, field_data, display_in_profile_summary, required,
  editable_by_user, use_for_user_matching`;

const UNIQUE_VIOLATION = '23505';

@Injectable()
export class ProfileFieldsRepository {
  constructor(private readonly database: Database) {}

  /** In their order. */
  findAll(realmId: number): Promise<ProfileField[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM profile_fields WHERE realm_id = $1 ORDER BY position, id`,
      [realmId],
      { prepare: true },
    );
  }

  /** The same, and nobody else changes them until the end of the transaction. */
  async lockAll(realmId: number): Promise<ProfileField[]> {
    await this.database.query(`SELECT pg_advisory_xact_lock($1, $2)`, [LOCK, realmId]);
    return this.findAll(realmId);
  }

  /** The same for who relies on them; several may do so at the same time. */
  async shareAll(realmId: number): Promise<ProfileField[]> {
    await this.database.query(`SELECT pg_advisory_xact_lock_shared($1, $2)`, [LOCK, realmId]);
    return this.findAll(realmId);
  }

  /** The new id, or undefined when the name is taken. */
  async insert(realmId: number, field: Omit<ProfileField, 'id'>): Promise<number | undefined> {
    const [row] = await this.database.query<{ id: number }>(
      `INSERT INTO profile_fields (realm_id, type, name, hint, field_data,
         display_in_profile_summary, required, editable_by_user, use_for_user_matching, position)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce(max(position), 0) + 1
       FROM profile_fields WHERE realm_id = $1
       ON CONFLICT DO NOTHING
       RETURNING id`,
      [realmId, field.type, ...values(field)],
    );
    return row?.id;
  }

  /** False when the name is taken; then the transaction can only be rolled back. */
  async update(realmId: number, field: ProfileField): Promise<boolean> {
    try {
      await this.database.query(
        `UPDATE profile_fields SET name = $3, hint = $4, field_data = $5,
           display_in_profile_summary = $6, required = $7, editable_by_user = $8,
           use_for_user_matching = $9
         WHERE realm_id = $1 AND id = $2`,
        [realmId, field.id, ...values(field)],
      );
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return false;
      throw error;
    }
  }

  /** By the positions in the list. */
  async order(realmId: number, ids: number[]): Promise<void> {
    await this.database.query(
      `UPDATE profile_fields f SET position = given.position
       FROM unnest($2::integer[]) WITH ORDINALITY AS given (id, position)
       WHERE f.realm_id = $1 AND f.id = given.id`,
      [realmId, ids],
    );
  }

  async delete(realmId: number, id: number): Promise<void> {
    await this.database.query(`DELETE FROM profile_fields WHERE realm_id = $1 AND id = $2`, [
      realmId,
      id,
    ]);
  }
}

/** First key of the advisory locks on the fields of a realm. */
const LOCK = 0x70_66_6c_64;

function values(field: Omit<ProfileField, 'id'>): unknown[] {
  return [
    field.name,
    field.hint,
    field.field_data,
    field.display_in_profile_summary,
    field.required,
    field.editable_by_user,
    field.use_for_user_matching,
  ];
}
