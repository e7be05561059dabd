// The streams that a user can see, each with its JSON. Since registrations in a realm have nearly all
// streams in common, rows and JSON are cached across registrations inside a snapshot transaction.
import { Injectable } from '@nestjs/common';
import { GroupMembership } from '#modules/groups/groups';
import { Database } from '#platform/database/database.js';
import { type SnapshotCache, SnapshotCaches } from '#platform/event-log/snapshot-cache.js';
import type { Actor } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { type Json, toJson } from '#platform/http/ready-json.js';
import { canSeeMetadata, type StreamViewer } from './stream-rules.js';
import { type Stream, StreamsRepository } from './streams.repository.js';
import { firstMessageEvent, streamEvent } from './streams.events.js';
import { StreamsService } from './streams.service.js';
import { type PostingGroups, streamView } from './streams.view.js';
import { subscriptionEvent } from './subscriptions.events.js';

export class ListedStream {
  private cached: Json<Schema<'Channel'>> | undefined;

  constructor(
    readonly stream: Stream,
    private readonly postingGroups: PostingGroups,
  ) {}

  /** The JSON of `streamView`, created on first use. */
  get json(): Json<Schema<'Channel'>> {
    return (this.cached ??= toJson(streamView(this.stream, this.postingGroups)));
  }
}

@Injectable()
export class ListedStreams {
  private readonly cache: SnapshotCache<ListedStream[]>;

  constructor(
    private readonly streamsRepository: StreamsRepository,
    private readonly groupMembership: GroupMembership,
    private readonly streamsService: StreamsService,
    private readonly database: Database,
    caches: SnapshotCaches,
  ) {
    // The subscriber count changes with subscriptions.
    const types = [streamEvent.type, subscriptionEvent.type, firstMessageEvent.type];
    this.cache = caches.create(types, (realmId) => this.load(realmId));
  }

  /** Returns all streams whose metadata the user can access, by ascending id. */
  async findVisible(actor: Actor): Promise<ListedStream[]> {
    const { realmId, userId } = actor;
    const all = this.database.inSnapshot
      ? await this.cache.read(realmId)
      : await this.load(realmId);
    const graph = await this.groupMembership.graph(realmId);
    const viewer: StreamViewer = { actor, isIn: (value) => graph.contains(value, actor) };
    const subscribed = await this.streamsRepository.findSubscribedIds(userId);
    return all.filter(({ stream }) =>
      canSeeMetadata(viewer, {
        inviteOnly: stream.inviteOnly,
        isWebPublic: stream.isWebPublic,
        permissions: stream.permissions,
        isSubscribed: subscribed.own.has(stream.id),
        ownerIsSubscribed: subscribed.owners.has(stream.id),
      }),
    );
  }

  private async load(realmId: number): Promise<ListedStream[]> {
    const groups = await this.streamsService.postingGroups(realmId);
    const rows = await this.streamsRepository.findOfRealm(realmId);
    return rows.map((stream) => new ListedStream(stream, groups));
  }
}
