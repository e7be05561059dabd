import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import {
  type DeletionPlan,
  deletionPlan,
  type ForeignKey,
  quoted,
  type RealmTable,
  type TableColumn,
} from './realm-tables.js';

@Injectable()
export class RealmDeletionRepository {
  constructor(private readonly database: Database) {}

  /** Partitions are tables of their own here, in which a row has one place. */
  async plan(): Promise<DeletionPlan> {
    const columns = await this.database.query<TableColumn>(
      `SELECT c.relname AS "table", a.attname AS "column", NOT a.attnotnull AS "isNullable"
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
         AND a.attnum > 0 AND NOT a.attisdropped
       ORDER BY c.relname, a.attnum`,
    );
    const foreignKeys = await this.database.query<ForeignKey>(
      `SELECT source.relname AS "table", a.attname AS "column", target.relname AS "target"
       FROM pg_constraint k
       JOIN pg_class source ON source.oid = k.conrelid
       JOIN pg_class target ON target.oid = k.confrelid
       JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
       WHERE k.contype = 'f' AND source.relnamespace = 'public'::regnamespace
         AND array_length(k.conkey, 1) = 1`,
    );
    return deletionPlan(columns, foreignKeys);
  }

  /** Closed organizations whose time is over. */
  async findDue(now: Date): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM realms WHERE deactivated AND deletion_date <= $1 ORDER BY id`,
      [now],
    );
    return rows.map(({ id }) => id);
  }

  /** From now on there is no way back. False when the organization is open, or has time. */
  async begin(realmId: number, now: Date): Promise<boolean> {
    const rows = await this.database.query(
      `UPDATE realms SET deletion_begun = true
       WHERE id = $1 AND deactivated AND deletion_date <= $2 RETURNING id`,
      [realmId, now],
    );
    return rows.length > 0;
  }

  async nextMessages(realmId: number, limit: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `SELECT id FROM messages WHERE realm_id = $1 ORDER BY id LIMIT $2`,
      [realmId, limit],
    );
    return rows.map(({ id }) => id);
  }

  async deleteOfMessages(table: string, ids: number[]): Promise<void> {
    await this.database.query(`DELETE FROM ${quoted(table)} WHERE message_id = ANY($1::bigint[])`, [
      ids,
    ]);
  }

  async deleteMessages(ids: number[]): Promise<void> {
    await this.database.query(`DELETE FROM messages WHERE id = ANY($1::bigint[])`, [ids]);
  }

  async clearReference(realmId: number, table: RealmTable, column: string): Promise<void> {
    await this.database.query(
      `UPDATE ${quoted(table.name)} SET ${quoted(column)} = NULL
       WHERE ${quoted(column)} IS NOT NULL AND ${table.condition}`,
      [realmId],
    );
  }

  /** Returns how many rows went. */
  async deleteSome(realmId: number, table: RealmTable, limit: number): Promise<number> {
    const name = quoted(table.name);
    const [row] = await this.database.query<{ count: number }>(
      `WITH gone AS (
         DELETE FROM ${name} WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM ${name} WHERE ${table.condition} LIMIT $2
         )) RETURNING 1
       )
       SELECT count(*)::integer AS count FROM gone`,
      [realmId, limit],
    );
    return row!.count;
  }

  async deleteRealm(realmId: number): Promise<void> {
    await this.database.query(`DELETE FROM realms WHERE id = $1 AND deletion_begun`, [realmId]);
  }
}
