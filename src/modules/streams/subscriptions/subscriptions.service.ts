// Adds and removes subscriptions, and publishes them to the users themselves and to the users with access to
// the metadata of the stream.
import { Injectable } from '@nestjs/common';
import {
  groupBySettings,
  usersOnlyIn,
  type PeersChanged,
  type Stream,
  type StreamAudienceMap,
  StreamAudiences,
  StreamsService,
  streamView,
  subscriptionEvent,
  type SubscriptionsAdded,
  forClientsOf,
  type SubscriptionEntity,
} from '#modules/streams/streams';
import { VisibilityChanges } from '#modules/users/visibility-changes';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import { type GainedStream, StreamAccessEvents } from './stream-access-events.service.js';
import { type SubscriptionKey, SubscriptionsRepository } from './subscriptions.repository.js';

interface AddOptions {
  /** The streams that this transaction created, which are published first. */
  created?: Stream[];
  /** Colors for users who were never subscribed, keyed by stream id. */
  colors?: ReadonlyMap<number, string>;
}

@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly subscriptionsRepository: SubscriptionsRepository,
    private readonly streamsService: StreamsService,
    private readonly streamAudiences: StreamAudiences,
    private readonly streamAccessEvents: StreamAccessEvents,
    private readonly visibilityChanges: VisibilityChanges,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * Locks the users against deactivation until the end of the current transaction. Users are locked
   * before streams, as deactivation does, which prevents deadlocks. Throws if one of them is
   * deactivated.
   */
  async lockUsers(userIds: number[]): Promise<void> {
    const active = await this.subscriptionsRepository.lockActive(userIds);
    if (active.length < userIds.length) {
      throw ApiError.badRequest('One of the users was deactivated by a concurrent request');
    }
  }

  /**
   * Subscribes all users to all streams, which the caller has locked or created. Joins the current
   * transaction. Returns the new subscriptions.
   */
  async add(
    realmId: number,
    userIds: number[],
    streams: Stream[],
    { created = [], colors = new Map<number, string>() }: AddOptions = {},
  ): Promise<SubscriptionKey[]> {
    const existing = streams.filter((stream) => !created.includes(stream));
    const before = await this.streamAudiences.ofAll(realmId, existing);
    const guests = await this.visibilityChanges.snapshot(realmId, userIds, idsOf(streams));
    const { added, subscriberCounts } = await this.subscriptionsRepository.subscribe(
      userIds,
      streams.map(({ id }) => ({ id, color: colors.get(id) })),
    );
    const changed = streams.flatMap((stream): Stream[] => {
      const subscriberCount = subscriberCounts.get(stream.id);
      return subscriberCount === undefined ? [] : [{ ...stream, subscriberCount }];
    });
    const after = await this.streamAudiences.ofAll(realmId, [...created, ...changed]);
    await this.visibilityChanges.publishSince(realmId, guests);
    await this.streamsService.publishCreated(realmId, created, after);
    const changedExisting = changed.filter(({ id }) => before.has(id));
    await this.publishGainedStreams(changedExisting, await this.streamAudiences.withBots(userIds), {
      added,
      before,
      after,
    });
    await this.publishAdded(realmId, added, changed);
    this.publishPeers('peer_add', realmId, added, changed, after);
    await this.streamAccessEvents.restoreStars(realmId, added, existing);
    return added;
  }

  /**
   * Removes subscriptions to streams, which the caller has locked. Joins the current transaction.
   * Returns the removed subscriptions.
   */
  async remove(realmId: number, userIds: number[], streams: Stream[]): Promise<SubscriptionKey[]> {
    const before = await this.streamAudiences.ofAll(realmId, streams);
    const guests = await this.visibilityChanges.snapshot(realmId, userIds, idsOf(streams));
    const removed = await this.subscriptionsRepository.unsubscribe(userIds, idsOf(streams));
    const leftIds = new Set(removed.map(({ streamId }) => streamId));
    const left = streams.filter(({ id }) => leftIds.has(id));
    const after = await this.streamAudiences.ofAll(realmId, left);
    this.publishRemoved(realmId, removed, left);
    this.publishPeers('peer_remove', realmId, removed, left, after);
    const affected = await this.streamAudiences.withBots(userIds);
    for (const stream of left) {
      const hidden = usersOnlyIn(before.get(stream.id)!, after.get(stream.id)!);
      this.streamsService.publishHidden(
        stream,
        hidden.filter((id) => affected.has(id)),
      );
    }
    await this.streamAccessEvents.afterLeaving(realmId, removed, left);
    await this.visibilityChanges.publishSince(realmId, guests);
    return removed;
  }

  /**
   * Includes a reactivated user in the lists of subscribers, or excludes a deactivated one; subscriptions
   * remain stored. Joins the current transaction.
   */
  async setUserActive(realmId: number, userId: number, isActive: boolean): Promise<void> {
    const ids = await this.subscriptionsRepository.activeStreamIds(userId);
    const streams = await this.streamsService.lock(realmId, ids);
    const changed = await this.subscriptionsRepository.setUserActive(userId, isActive);
    const audiences = await this.streamAudiences.ofAll(realmId, streams);
    const op = isActive ? 'peer_add' : 'peer_remove';
    this.publishPeers(op, realmId, changed, streams, audiences);
  }

  /** Publishes streams to users who gained metadata access: new subscribers and their bots. */
  private async publishGainedStreams(
    streams: Stream[],
    affected: ReadonlySet<number>,
    {
      added,
      before,
      after,
    }: { added: SubscriptionKey[]; before: StreamAudienceMap; after: StreamAudienceMap },
  ): Promise<void> {
    const joined = new Set(added.map(({ streamId, userId }) => `${streamId} ${userId}`));
    const gainedStreams: GainedStream[] = [];
    for (const stream of streams) {
      const gained = usersOnlyIn(after.get(stream.id)!, before.get(stream.id)!).filter((id) =>
        affected.has(id),
      );
      await this.streamsService.publishVisible(stream, gained);
      const userIds = gained.filter((id) => !joined.has(`${stream.id} ${id}`));
      gainedStreams.push({ stream, userIds });
    }
    await this.streamAccessEvents.publishSubscribers(gainedStreams, { without: added });
  }

  private async publishAdded(
    realmId: number,
    added: SubscriptionEntity[],
    streams: Stream[],
  ): Promise<void> {
    if (added.length === 0) return;
    const groups = await this.streamsService.postingGroups(realmId);
    const subscribers = await this.subscriptionsRepository.subscriberIds(
      streams.map(({ id }) => id),
    );
    const payload: SubscriptionsAdded = { op: 'add', streams: {}, own: groupBySettings(added) };
    for (const stream of streams) {
      payload.streams[stream.id] = {
        ...streamView(stream, groups),
        subscribers: subscribers.get(stream.id) ?? [],
      };
    }
    this.eventLog.append(
      subscriptionEvent(
        realmId,
        payload,
        Audience.users([...new Set(added.map(({ userId }) => userId))]),
      ),
    );
  }

  private publishRemoved(realmId: number, removed: SubscriptionKey[], streams: Stream[]): void {
    const byId = new Map(streams.map((stream) => [stream.id, stream]));
    for (const isArchived of [false, true]) {
      const pairs = removed.filter(({ streamId }) => byId.get(streamId)!.isArchived === isArchived);
      for (const [userIds, streamIds] of groupedByStreams(pairs)) {
        const subscriptions = streamIds.map((id) => ({
          stream_id: id,
          name: byId.get(id)!.name,
        }));
        this.eventLog.append(
          subscriptionEvent(
            realmId,
            { op: 'remove', subscriptions, ...forClientsOf({ isArchived }) },
            Audience.users(userIds),
          ),
        );
      }
    }
  }

  /** Appends one event for all streams with the same changed users and the same audience. */
  private publishPeers(
    op: 'peer_add' | 'peer_remove',
    realmId: number,
    changes: SubscriptionKey[],
    streams: Stream[],
    audiences: StreamAudienceMap,
  ): void {
    const userIdsOf = idsByStream(changes);
    const events = new Map<string, { payload: PeersChanged; audience: Audience }>();
    for (const stream of streams) {
      const userIds = userIdsOf.get(stream.id)?.toSorted((a, b) => a - b) ?? [];
      if (userIds.length === 0) continue;
      const audience = audiences.get(stream.id)!;
      const key = JSON.stringify([userIds, audience, stream.isArchived]);
      const event = events.get(key);
      if (event) event.payload.stream_ids.push(stream.id);
      else {
        const payload = { op, stream_ids: [stream.id], user_ids: userIds, ...forClientsOf(stream) };
        events.set(key, { payload, audience });
      }
    }
    for (const { payload, audience } of events.values()) {
      this.eventLog.append(subscriptionEvent(realmId, payload, audience));
    }
  }
}

function idsOf(streams: Stream[]): number[] {
  return streams.map(({ id }) => id);
}

function idsByStream(pairs: SubscriptionKey[]): Map<number, number[]> {
  const byStream = new Map<number, number[]>();
  for (const { streamId, userId } of pairs) {
    const list = byStream.get(streamId);
    if (list) list.push(userId);
    else byStream.set(streamId, [userId]);
  }
  return byStream;
}

/** Groups users who left exactly the same streams. */
function groupedByStreams(pairs: SubscriptionKey[]): [userIds: number[], streamIds: number[]][] {
  const byUser = new Map<number, number[]>();
  for (const { userId, streamId } of pairs) {
    const list = byUser.get(userId);
    if (list) list.push(streamId);
    else byUser.set(userId, [streamId]);
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
