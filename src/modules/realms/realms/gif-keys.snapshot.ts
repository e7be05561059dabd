import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';

/** The keys with which clients search for GIFs; without one they do not offer the search. */
@Injectable()
@Snapshot()
export class GifKeysSnapshot implements SnapshotSection {
  readonly fetchTypes = ['giphy', 'tenor', 'klipy'];

  constructor(private readonly config: Config) {}

  readForSpectators({ fetches }: SpectatorView): Promise<SnapshotState> {
    const { giphy, tenor, klipy } = this.config.gifKeys;
    return Promise.resolve({
      ...(fetches('giphy') && { giphy_api_key: giphy }),
      ...(fetches('tenor') && { tenor_api_key: tenor }),
      ...(fetches('klipy') && { klipy_api_key: klipy }),
    });
  }
}
