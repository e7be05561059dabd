import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Linkifier, LinkifierRule } from './linkifiers.view.js';

const COLUMNS = `id, pattern, url_template AS "urlTemplate", example_input AS "exampleInput",
  reverse_template AS "reverseTemplate", alternative_url_templates AS "alternativeUrlTemplates"`;

@Injectable()
export class LinkifiersRepository {
  constructor(private readonly database: Database) {}

  /** Until the end of the transaction nobody else changes linkifiers of the realm. */
  async lock(realmId: number): Promise<void> {
    await this.database.query(`SELECT 1 FROM realms WHERE id = $1 FOR NO KEY UPDATE`, [realmId]);
  }

  /** In the order of their application. */
  findAll(realmId: number): Promise<Linkifier[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM linkifiers WHERE realm_id = $1 ORDER BY position, id`,
      [realmId],
      { prepare: true },
    );
  }

  /** The new linkifier is the last one. */
  async insert(realmId: number, rule: LinkifierRule): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `INSERT INTO linkifiers (realm_id, pattern, url_template, example_input, reverse_template,
         alternative_url_templates, position)
       SELECT $1, $2, $3, $4, $5, $6, coalesce(max(position) + 1, 0)
       FROM linkifiers WHERE realm_id = $1
       RETURNING id`,
      [realmId, ...valuesOf(rule)],
    );
    return row!.id;
  }

  async update(realmId: number, id: number, rule: LinkifierRule): Promise<void> {
    await this.database.query(
      `UPDATE linkifiers SET pattern = $3, url_template = $4, example_input = $5,
         reverse_template = $6, alternative_url_templates = $7
       WHERE realm_id = $1 AND id = $2`,
      [realmId, id, ...valuesOf(rule)],
    );
  }

  async delete(realmId: number, id: number): Promise<void> {
    await this.database.query(`DELETE FROM linkifiers WHERE realm_id = $1 AND id = $2`, [
      realmId,
      id,
    ]);
  }

  /** Numbers the linkifiers as they are listed. */
  async reorder(realmId: number, ids: number[]): Promise<void> {
    await this.database.query(
      `UPDATE linkifiers l SET position = o.position - 1
       FROM unnest($2::integer[]) WITH ORDINALITY AS o (id, position)
       WHERE l.realm_id = $1 AND l.id = o.id`,
      [realmId, ids],
    );
  }
}

function valuesOf(rule: LinkifierRule): unknown[] {
  return [
    rule.pattern,
    rule.urlTemplate,
    rule.exampleInput,
    rule.reverseTemplate,
    rule.alternativeUrlTemplates,
  ];
}
