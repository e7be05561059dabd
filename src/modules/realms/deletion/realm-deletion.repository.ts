import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, type Repository } from 'typeorm';
import { RealmEntity } from '#modules/realms/realms';
import { Database } from '#platform/database/database.js';
import type { RealmTable } from './realm-tables.js';

@Injectable()
export class RealmDeletionRepository {
  constructor(
    @InjectRepository(RealmEntity) private readonly realms: Repository<RealmEntity>,
    private readonly database: Database,
  ) {}

  /** Deactivated realms whose deletion date has passed. */
  async findDue(now: Date): Promise<number[]> {
    const realms = await this.realms.find({
      select: { id: true },
      where: { deactivated: true, deletionDate: LessThanOrEqual(now) },
      order: { id: 'ASC' },
    });
    return realms.map(({ id }) => id);
  }

  /** Makes the deletion irrevocable. Returns false when the realm is active or its deletion date has not passed. */
  async begin(realmId: number, now: Date): Promise<boolean> {
    const { affected } = await this.realms.update(
      { id: realmId, deactivated: true, deletionDate: LessThanOrEqual(now) },
      { deletionBegun: true },
    );
    return affected === 1;
  }

  /** Messages after an id, so that the scan does not visit deleted rows again. */
  async nextMessages(realmId: number, afterId: number, limit: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM messages WHERE realm_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
      [realmId, afterId, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns whether the tables have more than `limit` rows of the messages. */
  async haveMoreRows(tables: readonly string[], ids: number[], limit: number): Promise<boolean> {
    const rows = tables.map(
      (table) => `SELECT 1 FROM ${table} WHERE message_id = ANY($1::bigint[])`,
    );
    const more = await this.database.query(`${rows.join(' UNION ALL ')} OFFSET $2 LIMIT 1`, [
      ids,
      limit,
    ]);
    return more.length > 0;
  }

  async deleteRowsOfMessages(table: string, ids: number[]): Promise<void> {
    await this.database.query(`DELETE FROM ${table} WHERE message_id = ANY($1::bigint[])`, [ids]);
  }

  async deleteMessages(ids: number[]): Promise<void> {
    await this.database.query(`DELETE FROM messages WHERE id = ANY($1::bigint[])`, [ids]);
  }

  /** Sets the column to null in at most `limit` rows. Returns their number. */
  async clearReference(
    realmId: number,
    { name, condition }: RealmTable,
    column: string,
    limit: number,
  ): Promise<number> {
    return this.count(
      `UPDATE ${name} SET ${column} = NULL WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${name} WHERE ${column} IS NOT NULL AND ${condition} LIMIT $2
       ))`,
      [realmId, limit],
    );
  }

  /** Deletes at most `limit` rows and releases their files. Returns the number of rows. */
  async deleteRows(
    realmId: number,
    { name, condition, key, files }: RealmTable,
    limit: number,
  ): Promise<number> {
    return this.count(
      `DELETE FROM ${name} WHERE ${condition} AND ${key} = ANY (ARRAY(
         SELECT ${key} FROM ${name} WHERE ${condition} LIMIT $2
       ))`,
      [realmId, limit],
      files,
    );
  }

  async deleteRealm(realmId: number): Promise<void> {
    await this.realms.delete({ id: realmId, deletionBegun: true });
  }

  /**
   * Returns the number of rows that the statement changes. `files` is an expression for the paths of the files
   * of each row, which are deleted later.
   */
  private async count(statement: string, values: unknown[], files?: string): Promise<number> {
    const release = `, released AS (
      INSERT INTO unreferenced_files (path, is_released, due_at)
      SELECT unnest(paths), true, now() FROM changed
    )`;
    const [row] = await this.database.query<{ count: number }>(
      `WITH changed AS (${statement} RETURNING ${files ?? 'NULL'} AS paths)
       ${files === undefined ? '' : release}
       SELECT count(*)::integer AS count FROM changed`,
      values,
    );
    return row!.count;
  }
}
