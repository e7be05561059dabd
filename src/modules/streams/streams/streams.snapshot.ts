// Streams in the register snapshot (fetch types `stream` and `default_streams`).
import { Injectable } from '@nestjs/common';
import {
  Snapshot,
  type SnapshotSection,
  type SnapshotState,
  type SnapshotViewer,
  type SpectatorView,
} from '#platform/event-log/snapshot-section.js';
import { Role } from '#platform/http/actor.js';
import { ReadyJson } from '#platform/http/ready-json.js';
import { ListedStreams } from './listed-streams.service.js';
import { StreamsAccess } from './streams.access.js';
import { StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';
import { streamView } from './streams.view.js';

@Injectable()
@Snapshot()
export class StreamsSnapshot implements SnapshotSection {
  readonly fetchTypes = ['stream', 'default_streams'];

  constructor(
    private readonly streamsAccess: StreamsAccess,
    private readonly listedStreams: ListedStreams,
    private readonly streamsRepository: StreamsRepository,
    private readonly streamsService: StreamsService,
  ) {}

  async read({ actor, options, fetches }: SnapshotViewer): Promise<SnapshotState> {
    const state: SnapshotState = {};
    if (fetches('stream')) {
      const visible = await this.listedStreams.findVisible(actor);
      state.streams = ReadyJson.list(
        visible
          .filter(({ stream }) => options.capabilities.archived_channels || !stream.isArchived)
          .map(({ json }) => json),
      );
    }
    if (fetches('default_streams')) {
      state.realm_default_streams =
        actor.role === Role.Guest ? [] : await this.streamsRepository.defaultIds(actor.realmId);
    }
    return state;
  }

  /** Spectators receive the web-public streams, all of them as never subscribed. */
  async readForSpectators({ realmId, fetches }: SpectatorView): Promise<SnapshotState> {
    if (!fetches('stream') && !fetches('subscription')) return {};
    const groups = await this.streamsService.postingGroups(realmId);
    const open = (await this.streamsAccess.findWebPublic(realmId)).filter(
      (stream) => !stream.isArchived,
    );
    const views = open.map((stream) => streamView(stream, groups));
    return {
      ...(fetches('stream') ? { streams: views } : {}),
      ...(fetches('subscription') ? { never_subscribed: views } : {}),
    };
  }
}
