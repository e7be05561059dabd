import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Realm } from './realms.view.js';

const COLUMNS = `id, string_id AS "stringId", uuid, name, description,
  date_created AS "dateCreated", deactivated, settings,
  deletion_date AS "deletionDate"`;

@Injectable()
export class RealmsRepository {
  constructor(private readonly database: Database) {}

  async insert(realm: Omit<Realm, 'id' | 'deactivated' | 'deletionDate'>): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `INSERT INTO realms (string_id, uuid, name, description, date_created, settings)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [
        realm.stringId,
        realm.uuid,
        realm.name,
        realm.description,
        realm.dateCreated,
        realm.settings,
      ],
    );
    return row!.id;
  }

  /** Merges the settings into the stored ones. */
  async updateSettings(id: number, settings: Record<string, unknown>): Promise<void> {
    await this.database.query(`UPDATE realms SET settings = settings || $2::jsonb WHERE id = $1`, [
      id,
      settings,
    ]);
  }

  /** Locks the realm until the end of the transaction. */
  async lock(id: number): Promise<Realm> {
    const [realm] = await this.database.query<Realm>(
      `SELECT ${COLUMNS} FROM realms WHERE id = $1 FOR NO KEY UPDATE`,
      [id],
    );
    if (!realm) throw new Error(`There is no realm ${id}`);
    return realm;
  }

  async updateTexts(id: number, { name, description }: Realm): Promise<void> {
    await this.database.query(`UPDATE realms SET name = $2, description = $3 WHERE id = $1`, [
      id,
      name,
      description,
    ]);
  }

  async deactivate(id: number, deletionDate: Date | null): Promise<void> {
    await this.database.query(
      `UPDATE realms SET deactivated = true, deletion_date = $2 WHERE id = $1`,
      [id, deletionDate],
    );
  }

  /** Returns false if the realm is active or its deletion has begun. */
  async reactivate(id: number): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE realms SET deactivated = false, deletion_date = NULL
       WHERE id = $1 AND deactivated AND NOT deletion_begun RETURNING id`,
      [id],
    );
    return rows.length > 0;
  }

  async findById(id: number): Promise<Realm | undefined> {
    const [realm] = await this.database.query<Realm>(
      `SELECT ${COLUMNS} FROM realms WHERE id = $1`,
      [id],
      { prepare: true },
    );
    return realm;
  }

  async findByStringId(stringId: string): Promise<Realm | undefined> {
    const [realm] = await this.database.query<Realm>(
      `SELECT ${COLUMNS} FROM realms WHERE string_id = $1`,
      [stringId],
      { prepare: true },
    );
    return realm;
  }

  /** Returns the ids of active realms. */
  async activeIds(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM realms WHERE NOT deactivated ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  }

  findAll(): Promise<Realm[]> {
    return this.database.query(`SELECT ${COLUMNS} FROM realms ORDER BY id`);
  }

  /** Serialises the creation of the first realm until the end of the current transaction. */
  async lockFirstStart(): Promise<void> {
    await this.database.query(`SELECT pg_advisory_xact_lock($1)`, [FIRST_START_LOCK]);
  }
}

const FIRST_START_LOCK = 0x70_66_73_74;
