// The mail domains whose owners may join, when the organization restricts addresses. Owners keep the
// list. An organization that restricts addresses and lists no domain lets nobody join.
import { Injectable } from '@nestjs/common';
import { isFQDN } from 'class-validator';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { realmDomainsEvent } from './realm-domains.events.js';
import { RealmDomainsRepository } from './realm-domains.repository.js';
import type { RealmDomain } from './realm-domains.view.js';

@Injectable()
export class RealmDomainsService {
  constructor(
    private readonly realmDomainsRepository: RealmDomainsRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  /** Whether an address is of a listed domain, for any number of them. */
  async load(realmId: number): Promise<(email: string) => boolean> {
    const domains = await this.realmDomainsRepository.findAll(realmId);
    return (email) => {
      const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
      return domains.some(
        ({ domain, allow_subdomains: withSubdomains }) =>
          host === domain || (withSubdomains && host.endsWith(`.${domain}`)),
      );
    };
  }

  /** Returns the id of the new entry and the domain as it is listed. */
  async add({ realmId }: Actor, given: RealmDomain): Promise<[id: number, domain: string]> {
    const realm_domain = { ...given, domain: checkedDomain(given.domain) };
    return this.database.transaction(async () => {
      const id = await this.realmDomainsRepository.insert(realmId, realm_domain);
      if (id === undefined) throw ApiError.badRequest('This domain is listed already');
      this.eventLog.append(
        realmDomainsEvent(realmId, { op: 'add', realm_domain }, Audience.realm()),
      );
      return [id, realm_domain.domain];
    });
  }

  async update({ realmId }: Actor, given: RealmDomain): Promise<void> {
    const realm_domain = { ...given, domain: given.domain.toLowerCase() };
    await this.database.transaction(async () => {
      const before = await this.realmDomainsRepository.update(realmId, realm_domain);
      if (before === undefined) throw noSuchDomain();
      if (before === realm_domain.allow_subdomains) return;
      this.eventLog.append(
        realmDomainsEvent(realmId, { op: 'change', realm_domain }, Audience.realm()),
      );
    });
  }

  async remove({ realmId }: Actor, given: string): Promise<void> {
    const domain = given.toLowerCase();
    await this.database.transaction(async () => {
      if (!(await this.realmDomainsRepository.delete(realmId, domain))) throw noSuchDomain();
      this.eventLog.append(realmDomainsEvent(realmId, { op: 'remove', domain }, Audience.realm()));
    });
  }
}

function checkedDomain(given: string): string {
  const domain = given.trim().toLowerCase();
  if (!isFQDN(domain)) throw ApiError.badRequest('This is not a valid domain');
  return domain;
}

function noSuchDomain(): ApiError {
  return ApiError.badRequest('This domain is not listed');
}
