// The allowed email domains in the register snapshot (fetch type `realm_domains`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { RealmDomainsRepository } from './realm-domains.repository.js';
import { realmDomainView } from './realm-domains.view.js';

@Injectable()
@Snapshot()
export class RealmDomainsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_domains'];

  constructor(private readonly realmDomainsRepository: RealmDomainsRepository) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    const domains = await this.realmDomainsRepository.findAll(actor.realmId);
    return { realm_domains: domains.map(realmDomainView) };
  }
}
