import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { QueryDeepPartialEntity, Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { selectList } from '#platform/database/select-list.js';
import { RealmEntity } from './realm.entity.js';

export type Realm = Omit<RealmEntity, 'deletionBegun'>;

export type NewRealm = Omit<Realm, 'id' | 'deactivated' | 'deletionDate' | PictureVersion>;

export type PictureVersion = 'iconVersion' | 'logoVersion' | 'nightLogoVersion';

const COLUMNS = selectList(RealmEntity);

const FIRST_START_LOCK = 0x70_66_73_74;

@Injectable()
export class RealmsRepository {
  constructor(
    @InjectRepository(RealmEntity) private readonly realms: Repository<RealmEntity>,
    private readonly database: Database,
  ) {}

  /** Returns the id of the new realm. */
  async insert(input: NewRealm): Promise<number> {
    const realm = this.realms.create(input);
    await this.realms.insert(realm as QueryDeepPartialEntity<RealmEntity>);
    return realm.id;
  }

  /** Merges the settings into the stored ones. */
  async updateSettings(id: number, settings: Record<string, unknown>): Promise<void> {
    await this.database.query(`UPDATE realms SET settings = settings || $2::jsonb WHERE id = $1`, [
      id,
      settings,
    ]);
  }

  /** Locks the realm until the end of the transaction. */
  lock(id: number): Promise<Realm> {
    return this.realms.findOneOrFail({ where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  async updateTexts(id: number, { name, description }: Realm): Promise<void> {
    await this.realms.update({ id }, { name, description });
  }

  async updateVersion(id: number, version: PictureVersion, value: number): Promise<void> {
    await this.realms.update({ id }, { [version]: value });
  }

  async deactivate(id: number, deletionDate: Date | null): Promise<void> {
    await this.realms.update({ id }, { deactivated: true, deletionDate });
  }

  /** Returns false if the realm is active or its deletion has begun. */
  async reactivate(id: number): Promise<boolean> {
    const { affected } = await this.realms.update(
      { id, deactivated: true, deletionBegun: false },
      { deactivated: false, deletionDate: null },
    );
    return affected === 1;
  }

  /** Part of the register snapshot. */
  async findById(id: number): Promise<Realm | undefined> {
    const [realm] = await this.database.query<Realm>(
      `SELECT ${COLUMNS} FROM realms WHERE id = $1`,
      [id],
      { prepare: true },
    );
    return realm;
  }

  /** Part of every request without a cached realm. */
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
    const realms = await this.realms.find({
      select: { id: true },
      where: { deactivated: false },
      order: { id: 'ASC' },
    });
    return realms.map(({ id }) => id);
  }

  exists(): Promise<boolean> {
    return this.realms.exists();
  }

  findAll(): Promise<Realm[]> {
    return this.realms.find({ order: { id: 'ASC' } });
  }

  /** Serializes the creation of the first realm until the end of the current transaction. */
  async lockFirstStart(): Promise<void> {
    await this.database.query(`SELECT pg_advisory_xact_lock($1)`, [FIRST_START_LOCK]);
  }
}
