// The custom emoji in the register snapshot (fetch type `realm_emoji`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';
import { EmojiRepository } from './emoji.repository.js';
import { customEmojiMap } from './emoji.view.js';

@Injectable()
@Snapshot()
export class EmojiSnapshot implements SnapshotSection {
  readonly fetchTypes = ['realm_emoji'];

  constructor(private readonly emojiRepository: EmojiRepository) {}

  async readForSpectators({ realmId }: SpectatorView): Promise<SnapshotState> {
    return { realm_emoji: customEmojiMap(await this.emojiRepository.findAll(realmId)) };
  }
}
