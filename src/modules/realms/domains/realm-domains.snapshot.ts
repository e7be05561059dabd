// The mail domains of the register snapshot (fetch type `realm_domains`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { RealmDomainsRepository } from './realm-domains.repository.js';

@Injectable()
@Snapshot()
export class RealmDomainsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_domains'];

  constructor(private readonly realmDomainsRepository: RealmDomainsRepository) {}

  async read({ actor }: SnapshotViewer): Promise<Record<string, unknown>> {
    return { realm_domains: await this.realmDomainsRepository.findAll(actor.realmId) };
  }
}
