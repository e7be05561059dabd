// Channel folders in the register snapshot (fetch type `channel_folders`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';
import { ChannelFoldersRepository } from './channel-folders.repository.js';
import { channelFolderView } from './channel-folders.view.js';

@Injectable()
@Snapshot()
export class ChannelFoldersSnapshot implements SnapshotSection {
  readonly fetchTypes = ['channel_folders'];

  constructor(private readonly channelFoldersRepository: ChannelFoldersRepository) {}

  async readForSpectators({ realmId }: SpectatorView): Promise<SnapshotState> {
    const folders = await this.channelFoldersRepository.findAll(realmId);
    return { channel_folders: folders.map(channelFolderView) };
  }
}
