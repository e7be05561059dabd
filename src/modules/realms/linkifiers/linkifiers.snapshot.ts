// The linkifiers in the register snapshot (fetch type `realm_linkifiers`). The list of the deprecated fetch
// type `realm_filters` is always empty.
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';
import { LinkifiersRepository } from './linkifiers.repository.js';
import { linkifierView } from './linkifiers.view.js';

@Injectable()
@Snapshot()
export class LinkifiersSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_linkifiers', 'realm_filters'];

  constructor(private readonly linkifiersRepository: LinkifiersRepository) {}

  async readForSpectators({
    realmId,
    capabilities,
    fetches,
  }: SpectatorView): Promise<SnapshotState> {
    const state: SnapshotState = {};
    if (fetches('realm_filters')) state.realm_filters = [];
    if (fetches('realm_linkifiers')) {
      const linkifiers = capabilities.linkifier_url_template
        ? await this.linkifiersRepository.findAll(realmId)
        : [];
      state.realm_linkifiers = linkifiers.map(linkifierView);
    }
    return state;
  }
}
