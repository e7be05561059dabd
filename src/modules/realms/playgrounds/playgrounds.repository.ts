import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Playground } from './playgrounds.view.js';

@Injectable()
export class PlaygroundsRepository {
  constructor(private readonly database: Database) {}

  /** Until the end of the transaction nobody else changes playgrounds of the realm. */
  async lock(realmId: number): Promise<void> {
    await this.database.query(`SELECT 1 FROM realms WHERE id = $1 FOR NO KEY UPDATE`, [realmId]);
  }

  /** Oldest first. */
  findAll(realmId: number): Promise<Playground[]> {
    return this.database.query(
      `SELECT id, name, pygments_language, url_template FROM playgrounds
       WHERE realm_id = $1 ORDER BY id`,
      [realmId],
      { prepare: true },
    );
  }

  /** The id of the new row; undefined when the language has a playground of this name. */
  async insert(realmId: number, row: Omit<Playground, 'id'>): Promise<number | undefined> {
    const [made] = await this.database.query<{ id: number }>(
      `INSERT INTO playgrounds (realm_id, name, pygments_language, url_template)
       VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id`,
      [realmId, row.name, row.pygments_language, row.url_template],
    );
    return made?.id;
  }

  /** Whether there was such a playground. */
  async delete(realmId: number, id: number): Promise<boolean> {
    const rows = await this.database.query(
      `DELETE FROM playgrounds WHERE realm_id = $1 AND id = $2 RETURNING id`,
      [realmId, id],
    );
    return rows.length > 0;
  }
}
