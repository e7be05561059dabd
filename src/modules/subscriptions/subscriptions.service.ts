// Puts people into channels and takes them out: the rows, and the events for the people
// themselves and for those who can see who reads the channel.
import { Injectable } from '@nestjs/common';
import { streamEvent } from '#modules/streams/streams.events.js';
import { StreamsService } from '#modules/streams/streams.service.js';
import { type Stream, streamView } from '#modules/streams/streams.view.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { subscriptionEvent, type SubscriptionsAdded } from './subscriptions.events.js';
import {
  type Pair,
  type SubscriptionRow,
  SubscriptionsRepository,
} from './subscriptions.repository.js';

@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly streams: StreamsService,
    private readonly log: EventLog,
  ) {}

  /**
   * Subscribes all of these people to all of these channels; `created` names the channels that this
   * transaction made, which are told of first. Joins the present transaction. Returns what is new.
   */
  async add(
    realmId: number,
    userIds: number[],
    streams: Stream[],
    created: ReadonlySet<number> = new Set(),
  ): Promise<Pair[]> {
    const streamIds = streams.map(({ id }) => id);
    const added = await this.repository.subscribe(userIds, streamIds);
    const changed = streams.filter(({ id }) => added.some(({ stream_id }) => stream_id === id));
    const subscribers = await this.repository.subscriberIds(streamIds);
    const counted = changed.map((stream) => ({
      ...stream,
      subscriber_count: stream.subscriber_count + countOf(added, stream.id),
    }));
    await this.announceStreams(counted.filter(({ id }) => created.has(id)));
    await this.tellSubscribers(realmId, added, counted, subscribers);
    await this.tellPeers('peer_add', realmId, added, counted);
    return added;
  }

  /** Ends subscriptions. Joins the present transaction. Returns what ended. */
  async remove(realmId: number, userIds: number[], streams: Stream[]): Promise<Pair[]> {
    const removed = await this.repository.unsubscribe(
      userIds,
      streams.map(({ id }) => id),
    );
    for (const [userIdsOfSet, streamIds] of groupedByStreams(removed)) {
      const names = streams.filter(({ id }) => streamIds.includes(id));
      this.log.append(
        subscriptionEvent(
          realmId,
          {
            op: 'remove',
            subscriptions: names.map(({ id, name }) => ({ stream_id: id, name })),
          },
          Audience.users(userIdsOfSet),
        ),
      );
    }
    await this.tellPeers('peer_remove', realmId, removed, streams);
    await this.hideFromLeavers(realmId, removed, streams);
    return removed;
  }

  private async announceStreams(streams: Stream[]): Promise<void> {
    for (const stream of streams) {
      const groups = await this.streams.postingGroups(stream.realm_id);
      this.log.append(
        streamEvent(
          stream.realm_id,
          { op: 'create', streams: [streamView(stream, groups)] },
          await this.streams.metadataAudience(stream),
        ),
      );
    }
  }

  private async tellSubscribers(
    realmId: number,
    added: SubscriptionRow[],
    streams: Stream[],
    subscribers: Map<number, number[]>,
  ): Promise<void> {
    if (added.length === 0) return;
    const groups = await this.streams.postingGroups(realmId);
    const payload: SubscriptionsAdded = { op: 'add', streams: {}, own: {} };
    for (const stream of streams) {
      payload.streams[stream.id] = {
        ...streamView(stream, groups),
        subscribers: subscribers.get(stream.id) ?? [],
      };
    }
    for (const { user_id, stream_id, is_active: _, ...own } of added) {
      (payload.own[user_id] ??= {})[stream_id] = own;
    }
    this.log.append(
      subscriptionEvent(realmId, payload, Audience.users(Object.keys(payload.own).map(Number))),
    );
  }

  /** One event for all channels that the same people joined or left and the same people can see. */
  private async tellPeers(
    op: 'peer_add' | 'peer_remove',
    realmId: number,
    changes: Pair[],
    streams: Stream[],
  ): Promise<void> {
    const events = new Map<
      string,
      { streamIds: number[]; userIds: number[]; audience: Audience }
    >();
    for (const stream of streams) {
      const userIds = changes
        .filter(({ stream_id }) => stream_id === stream.id)
        .map(({ user_id }) => user_id)
        .toSorted((a, b) => a - b);
      if (userIds.length === 0) continue;
      const audience = await this.streams.metadataAudience(stream);
      const key = JSON.stringify([userIds, audience]);
      const event = events.get(key);
      if (event) event.streamIds.push(stream.id);
      else events.set(key, { streamIds: [stream.id], userIds, audience });
    }
    for (const { streamIds, userIds, audience } of events.values()) {
      this.log.append(
        subscriptionEvent(realmId, { op, stream_ids: streamIds, user_ids: userIds }, audience),
      );
    }
  }

  /** Who leaves a channel that only its subscribers may know of no longer knows of it. */
  private async hideFromLeavers(
    realmId: number,
    removed: Pair[],
    streams: Stream[],
  ): Promise<void> {
    for (const stream of streams) {
      const leavers = removed.filter(({ stream_id }) => stream_id === stream.id);
      if (leavers.length === 0) continue;
      const hidden = await this.streams.withoutMetadata(
        stream,
        leavers.map(({ user_id }) => user_id),
      );
      if (hidden.length === 0) continue;
      this.log.append(
        streamEvent(
          realmId,
          { op: 'delete', stream_ids: [stream.id], streams: [{ stream_id: stream.id }] },
          Audience.users(hidden),
        ),
      );
    }
  }
}

function countOf(pairs: Pair[], streamId: number): number {
  return pairs.filter(({ stream_id }) => stream_id === streamId).length;
}

/** People who left exactly the same channels are told in one event. */
function groupedByStreams(pairs: Pair[]): [userIds: number[], streamIds: number[]][] {
  const byUser = new Map<number, number[]>();
  for (const { user_id, stream_id } of pairs) {
    byUser.set(user_id, [...(byUser.get(user_id) ?? []), stream_id]);
  }
  const bySet = new Map<string, [number[], number[]]>();
  for (const [userId, streamIds] of byUser) {
    const ids = streamIds.toSorted((a, b) => a - b);
    const group = bySet.get(ids.join());
    if (group) group[0].push(userId);
    else bySet.set(ids.join(), [[userId], ids]);
  }
  return [...bySet.values()];
}
