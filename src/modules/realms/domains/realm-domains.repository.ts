import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { RealmDomain } from './realm-domains.view.js';

@Injectable()
export class RealmDomainsRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  findAll(realmId: number): Promise<RealmDomain[]> {
    return this.database.query(
      `SELECT domain, allow_subdomains FROM realm_domains WHERE realm_id = $1 ORDER BY id`,
      [realmId],
      { prepare: true },
    );
  }

  /** The id of the new row; undefined when the realm has the domain already. */
  async insert(realmId: number, row: RealmDomain): Promise<number | undefined> {
    const [made] = await this.database.query<{ id: number }>(
      `INSERT INTO realm_domains (realm_id, domain, allow_subdomains) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING id`,
      [realmId, row.domain, row.allow_subdomains],
    );
    return made?.id;
  }

  /** Whether subdomains were allowed before; undefined when there is no such domain. */
  async update(realmId: number, row: RealmDomain): Promise<boolean | undefined> {
    const [known] = await this.database.query<{ before: boolean }>(
      `WITH known AS (
         SELECT id, allow_subdomains FROM realm_domains
         WHERE realm_id = $1 AND domain = $2 FOR UPDATE
       )
       UPDATE realm_domains d SET allow_subdomains = $3 FROM known WHERE d.id = known.id
       RETURNING known.allow_subdomains AS before`,
      [realmId, row.domain, row.allow_subdomains],
    );
    return known?.before;
  }

  /** Whether there was such a domain. */
  async delete(realmId: number, domain: string): Promise<boolean> {
    const rows = await this.database.query(
      `DELETE FROM realm_domains WHERE realm_id = $1 AND domain = $2 RETURNING id`,
      [realmId, domain],
    );
    return rows.length > 0;
  }
}
