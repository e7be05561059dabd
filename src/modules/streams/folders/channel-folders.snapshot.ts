// Channel folders in the register snapshot (fetch type `channel_folders`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';
import { ChannelFoldersRepository } from './channel-folders.repository.js';
import { channelFolderView } from './channel-folders.view.js';

@Injectable()
@Snapshot()
export class ChannelFoldersSnapshot implements SnapshotSection {
  readonly fetchTypes = ['channel_folders'];

  constructor(private readonly channelFoldersRepository: ChannelFoldersRepository) {}

  read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    return this.readForSpectators(actor);
  }

  async readForSpectators({ realmId }: Pick<SpectatorView, 'realmId'>): Promise<SnapshotState> {
    const folders = await this.channelFoldersRepository.findAll(realmId);
    return { channel_folders: folders.map(channelFolderView) };
  }
}
