import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Database } from '#platform/database/database.js';
import { insertOrIgnore } from '#platform/database/insert-or-ignore.js';
import { selectList } from '#platform/database/select-list.js';
import { RealmDomainEntity } from './realm-domain.entity.js';

const COLUMNS = selectList(RealmDomainEntity);

@Injectable()
export class RealmDomainsRepository {
  constructor(
    @InjectRepository(RealmDomainEntity)
    private readonly realmDomains: Repository<RealmDomainEntity>,
    private readonly database: Database,
  ) {}

  /** Oldest first. Part of the register snapshot. */
  findAll(realmId: number): Promise<RealmDomainEntity[]> {
    return this.database.query(
      `SELECT ${COLUMNS} FROM realm_domains WHERE realm_id = $1 ORDER BY id`,
      [realmId],
      { prepare: true },
    );
  }

  findForUpdate(realmId: number, domain: string): Promise<RealmDomainEntity | null> {
    return this.realmDomains.findOne({
      where: { realmId, domain },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Returns undefined when the realm already has the domain. */
  async insert(
    realmId: number,
    domain: string,
    allowSubdomains: boolean,
  ): Promise<RealmDomainEntity | undefined> {
    const row = this.realmDomains.create({ realmId, domain, allowSubdomains });
    return (await insertOrIgnore(this.realmDomains, row)) ? row : undefined;
  }

  async update({ id, allowSubdomains }: RealmDomainEntity): Promise<void> {
    await this.realmDomains.update({ id }, { allowSubdomains });
  }

  async delete({ id, realmId }: RealmDomainEntity): Promise<void> {
    await this.realmDomains.delete({ id, realmId });
  }
}
