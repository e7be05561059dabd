// The drafts of the user (fetch type `drafts`), the last edited one first.
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { DraftsRepository } from './drafts.repository.js';
import { draftView } from './drafts.view.js';

@Injectable()
@Snapshot()
export class DraftsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['drafts'];

  constructor(private readonly draftsRepository: DraftsRepository) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    const drafts = await this.draftsRepository.findAll(actor.userId);
    return { drafts: drafts.toReversed().map(draftView) };
  }
}
