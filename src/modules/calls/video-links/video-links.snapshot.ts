// The connected accounts of the user (fetch type `video_calls`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
} from '#platform/event-log/snapshot-section.js';
import { VideoCallTokensRepository } from './video-call-tokens.repository.js';

@Injectable()
@Snapshot()
export class VideoLinksSnapshot implements SnapshotSection {
  readonly fetchTypes = ['video_calls'];

  constructor(private readonly videoCallTokensRepository: VideoCallTokensRepository) {}

  async read({ actor }: SnapshotViewer): Promise<SnapshotState> {
    const providers = await this.videoCallTokensRepository.findProviders(actor.userId);
    return {
      has_zoom_token: providers.includes('zoom'),
      has_webex_token: providers.includes('webex'),
    };
  }

  readForSpectators(): Promise<SnapshotState> {
    return Promise.resolve({ has_zoom_token: false, has_webex_token: false });
  }
}
