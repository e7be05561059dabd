import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { QueryDeepPartialEntity, Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { insertOrIgnore } from '#platform/database/insert-or-ignore.js';
import { isUniqueViolation } from '#platform/database/postgres-errors.js';
import { selectList } from '#platform/database/select-list.js';
import { ProfileFieldEntity } from './profile-field.entity.js';

export type NewProfileField = Omit<ProfileFieldEntity, 'id'>;

/** First key of the advisory locks on the fields of a realm. */
const LOCK = 0x70_66_6c_64;

const COLUMNS = selectList(ProfileFieldEntity);

@Injectable()
export class ProfileFieldsRepository {
  constructor(
    @InjectRepository(ProfileFieldEntity)
    private readonly profileFields: Repository<ProfileFieldEntity>,
    private readonly database: Database,
  ) {}

  /** Ordered by position. Part of the register snapshot. */
  findAll(realmId: number): Promise<ProfileFieldEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM profile_fields WHERE realm_id = $1 ORDER BY position, id`,
      [realmId],
      { prepare: true },
    );
  }

  /** As findAll, and locks the fields against changes and against use by other transactions. */
  async findAllForUpdate(realmId: number): Promise<ProfileFieldEntity[]> {
    await this.database.query(`SELECT pg_advisory_xact_lock($1, $2)`, [LOCK, realmId]);
    return this.findAll(realmId);
  }

  /** As findAll, and locks the fields against changes by other transactions. */
  async findAllForShare(realmId: number): Promise<ProfileFieldEntity[]> {
    await this.database.query(`SELECT pg_advisory_xact_lock_shared($1, $2)`, [LOCK, realmId]);
    return this.findAll(realmId);
  }

  /** Returns the id of the new field; undefined when the name is taken. */
  async insert(input: NewProfileField): Promise<number | undefined> {
    const field = this.profileFields.create(input);
    return (await insertOrIgnore(this.profileFields, field)) ? field.id : undefined;
  }

  /** Returns false when the name is taken; the transaction must then be rolled back. */
  async update(
    { id, realmId }: ProfileFieldEntity,
    changes: Partial<NewProfileField>,
  ): Promise<boolean> {
    try {
      await this.profileFields.update(
        { id, realmId },
        changes as QueryDeepPartialEntity<ProfileFieldEntity>,
      );
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Numbers the fields in the order of `ids`. */
  async reorder(realmId: number, ids: number[]): Promise<void> {
    await this.database.query(
      `UPDATE profile_fields f SET position = o.position
       FROM unnest($2::integer[]) WITH ORDINALITY AS o (id, position)
       WHERE f.realm_id = $1 AND f.id = o.id`,
      [realmId, ids],
    );
  }

  async delete({ id, realmId }: ProfileFieldEntity): Promise<void> {
    await this.profileFields.delete({ id, realmId });
  }
}
