// The code playgrounds in the register snapshot (fetch type `realm_playgrounds`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';
import { PlaygroundsRepository } from './playgrounds.repository.js';
import { playgroundView } from './playgrounds.view.js';

@Injectable()
@Snapshot()
export class PlaygroundsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_playgrounds'];

  constructor(private readonly playgroundsRepository: PlaygroundsRepository) {}

  async readForSpectators({ realmId }: SpectatorView): Promise<SnapshotState> {
    const playgrounds = await this.playgroundsRepository.findAll(realmId);
    return { realm_playgrounds: playgrounds.map(playgroundView) };
  }
}
