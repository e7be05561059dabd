// The allowed email domains of a realm, which owners maintain. They apply to realms that restrict addresses
// to domains; without an allowed domain, such a realm accepts no new users.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { isFQDN } from 'class-validator';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { RealmDomainEntity } from './realm-domain.entity.js';
import { realmDomainsEvent } from './realm-domains.events.js';
import { RealmDomainsRepository } from './realm-domains.repository.js';
import { realmDomainView } from './realm-domains.view.js';

@Injectable()
export class RealmDomainsService {
  constructor(
    private readonly realmDomainsRepository: RealmDomainsRepository,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  /** Returns a function that tests whether an address belongs to an allowed domain. */
  async load(realmId: number): Promise<(email: string) => boolean> {
    const domains = await this.realmDomainsRepository.findAll(realmId);
    return (email) => {
      const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
      return domains.some(
        ({ domain, allowSubdomains }) =>
          host === domain || (allowSubdomains && host.endsWith(`.${domain}`)),
      );
    };
  }

  list({ realmId }: Actor): Promise<RealmDomainEntity[]> {
    return this.realmDomainsRepository.findAll(realmId);
  }

  async add(
    { realmId }: Actor,
    name: string,
    allowSubdomains: boolean,
  ): Promise<RealmDomainEntity> {
    const domain = checkedDomain(name);
    return this.database.transaction(async () => {
      const added = await this.realmDomainsRepository.insert(realmId, domain, allowSubdomains);
      if (!added) throw ApiError.badRequest('This domain is already listed');
      this.auditLog.record(realmId, {
        kind: 'domain.created',
        targetIds: [added.id],
        after: realmDomainView(added),
      });
      this.publish('add', added);
      return added;
    });
  }

  async update({ realmId }: Actor, domain: string, allowSubdomains: boolean): Promise<void> {
    await this.database.transaction(async () => {
      const listed = await this.realmDomainsRepository.findForUpdate(realmId, domain.toLowerCase());
      if (!listed) throw noSuchDomain();
      if (listed.allowSubdomains === allowSubdomains) return;
      const before = realmDomainView(listed);
      listed.allowSubdomains = allowSubdomains;
      await this.realmDomainsRepository.update(listed);
      this.auditLog.record(realmId, {
        kind: 'domain.changed',
        targetIds: [listed.id],
        before,
        after: realmDomainView(listed),
      });
      this.publish('change', listed);
    });
  }

  async remove({ realmId }: Actor, name: string): Promise<void> {
    const domain = name.toLowerCase();
    await this.database.transaction(async () => {
      const listed = await this.realmDomainsRepository.findForUpdate(realmId, domain);
      if (!listed) throw noSuchDomain();
      await this.realmDomainsRepository.delete(listed);
      this.auditLog.record(realmId, {
        kind: 'domain.deleted',
        targetIds: [listed.id],
        before: realmDomainView(listed),
      });
      this.eventLog.append(realmDomainsEvent(realmId, { op: 'remove', domain }, Audience.realm()));
    });
  }

  private publish(op: 'add' | 'change', domain: RealmDomainEntity): void {
    const change = { op, realm_domain: realmDomainView(domain) };
    this.eventLog.append(realmDomainsEvent(domain.realmId, change, Audience.realm()));
  }
}

function checkedDomain(name: string): string {
  const domain = name.trim().toLowerCase();
  if (!isFQDN(domain)) throw ApiError.badRequest('This is not a valid domain');
  return domain;
}

function noSuchDomain(): ApiError {
  return ApiError.badRequest('This domain is not listed');
}
