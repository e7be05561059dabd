import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { insertOrIgnore } from '#platform/database/insert-or-ignore.js';
import { RealmDomainEntity } from './realm-domain.entity.js';

@Injectable()
export class RealmDomainsRepository {
  constructor(
    @InjectRepository(RealmDomainEntity)
    private readonly realmDomains: Repository<RealmDomainEntity>,
  ) {}

  /** Oldest first. */
  findAll(realmId: number): Promise<RealmDomainEntity[]> {
    return this.realmDomains.find({ where: { realmId }, order: { id: 'ASC' } });
  }

  findForUpdate(realmId: number, domain: string): Promise<RealmDomainEntity | null> {
    return this.realmDomains.findOne({
      where: { realmId, domain },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Returns undefined when the realm has the domain already. */
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

  /** Returns whether there was such a domain. */
  async delete(realmId: number, domain: string): Promise<boolean> {
    const { affected } = await this.realmDomains.delete({ realmId, domain });
    return affected === 1;
  }
}
