// The sets of streams for new users in the register snapshot (fetch type `default_stream_groups`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { Role } from '#platform/http/actor.js';
import { DefaultStreamGroupsRepository } from './default-stream-groups.repository.js';
import { defaultStreamGroupView } from './default-stream-groups.view.js';

@Injectable()
@Snapshot()
export class DefaultStreamGroupsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['default_stream_groups'];

  constructor(private readonly defaultStreamGroupsRepository: DefaultStreamGroupsRepository) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    if (actor.role === Role.Guest) return { realm_default_stream_groups: [] };
    const groups = await this.defaultStreamGroupsRepository.findAll(actor.realmId);
    return { realm_default_stream_groups: groups.map(defaultStreamGroupView) };
  }
}
