// Puts people into channels and takes them out: the rows, and the events for the people
// themselves and for those who can see who reads the channel.
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
} from '#modules/streams/streams';
import { VisibilityChanges } from '#modules/users/visibility-changes';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import { type ShownStream, StreamDisclosure } from './stream-disclosure.service.js';
import {
  type Pair,
  type SubscriptionRow,
  SubscriptionsRepository,
} from './subscriptions.repository.js';

interface AddOptions {
  /** Those of the channels that this transaction made: they are told of first. */
  created?: Stream[];
  /** By channel, for people who were never subscribed to it. */
  colors?: ReadonlyMap<number, string>;
}

@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly subscriptionsRepository: SubscriptionsRepository,
    private readonly streamsService: StreamsService,
    private readonly streamAudiences: StreamAudiences,
    private readonly streamDisclosure: StreamDisclosure,
    private readonly visibilityChanges: VisibilityChanges,
    private readonly eventLog: EventLog,
  ) {}

  /**
   * The accounts of these people stay open until the end of the present transaction. Comes before
   * locks on channels, in which order who closes an account takes them. Throws when one of them was
   * deactivated meanwhile.
   */
  async lockPeople(userIds: number[]): Promise<void> {
    const active = await this.subscriptionsRepository.lockActive(userIds);
    if (active.length < userIds.length) {
      throw ApiError.badRequest('Somebody among these people has been deactivated meanwhile');
    }
  }

  /**
   * Subscribes all of these people to all of these channels; the caller has locked or made both.
   * Joins the present transaction.
   */
  async add(
    realmId: number,
    userIds: number[],
    streams: Stream[],
    { created = [], colors = new Map<number, string>() }: AddOptions = {},
  ): Promise<Pair[]> {
    const existing = streams.filter((stream) => !created.includes(stream));
    const before = await this.streamAudiences.ofAll(realmId, existing);
    const guests = await this.visibilityChanges.snapshot(realmId, userIds, idsOf(streams));
    const { added, subscriberCounts } = await this.subscriptionsRepository.subscribe(
      userIds,
      streams.map(({ id }) => ({ id, color: colors.get(id) })),
    );
    const changed = streams.flatMap((stream) => {
      const count = subscriberCounts.get(stream.id);
      return count === undefined ? [] : [{ ...stream, subscriber_count: count }];
    });
    const after = await this.streamAudiences.ofAll(realmId, [...created, ...changed]);
    await this.visibilityChanges.publishSince(realmId, guests);
    await this.streamsService.publishCreated(realmId, created, after);
    const known = changed.filter(({ id }) => before.has(id));
    await this.reveal(known, await this.streamAudiences.withBots(userIds), {
      added,
      before,
      after,
    });
    await this.tellSubscribers(realmId, added, changed);
    this.tellPeers('peer_add', realmId, added, changed, after);
    await this.streamDisclosure.reopen(realmId, added, existing);
    return added;
  }

  /**
   * Ends subscriptions to channels, which the caller has locked. Joins the present transaction.
   * Returns what ended.
   */
  async remove(realmId: number, userIds: number[], streams: Stream[]): Promise<Pair[]> {
    const before = await this.streamAudiences.ofAll(realmId, streams);
    const guests = await this.visibilityChanges.snapshot(realmId, userIds, idsOf(streams));
    const removed = await this.subscriptionsRepository.unsubscribe(userIds, idsOf(streams));
    const leftIds = new Set(removed.map(({ stream_id }) => stream_id));
    const left = streams.filter(({ id }) => leftIds.has(id));
    const after = await this.streamAudiences.ofAll(realmId, left);
    this.tellLeavers(realmId, removed, left);
    this.tellPeers('peer_remove', realmId, removed, left, after);
    const leavers = await this.streamAudiences.withBots(userIds);
    for (const stream of left) {
      const hidden = usersOnlyIn(before.get(stream.id)!, after.get(stream.id)!);
      this.streamsService.publishHidden(
        stream,
        hidden.filter((id) => leavers.has(id)),
      );
    }
    await this.streamDisclosure.close(realmId, left, userIds);
    await this.visibilityChanges.publishSince(realmId, guests);
    return removed;
  }

  /**
   * Shows everybody somebody as a reader of their channels again, or not any more. The subscriptions
   * stay as they are. Joins the present transaction.
   */
  async setUserActive(realmId: number, userId: number, isActive: boolean): Promise<void> {
    const ids = await this.subscriptionsRepository.activeStreamIds(userId);
    const streams = await this.streamsService.lock(realmId, ids);
    const changed = await this.subscriptionsRepository.setUserActive(userId, isActive);
    const audiences = await this.streamAudiences.ofAll(realmId, streams);
    const op = isActive ? 'peer_add' : 'peer_remove';
    this.tellPeers(op, realmId, changed, streams, audiences);
  }

  /** Shows channels to those who come to know of them: who joined, and bots of theirs. */
  private async reveal(
    streams: Stream[],
    concerned: ReadonlySet<number>,
    {
      added,
      before,
      after,
    }: { added: Pair[]; before: StreamAudienceMap; after: StreamAudienceMap },
  ): Promise<void> {
    const joined = new Set(added.map(({ stream_id, user_id }) => `${stream_id} ${user_id}`));
    const shown: ShownStream[] = [];
    for (const stream of streams) {
      const newcomers = usersOnlyIn(after.get(stream.id)!, before.get(stream.id)!).filter((id) =>
        concerned.has(id),
      );
      await this.streamsService.publishVisible(stream, newcomers);
      const userIds = newcomers.filter((id) => !joined.has(`${stream.id} ${id}`));
      shown.push({ stream, userIds });
    }
    await this.streamDisclosure.toPeople(shown, { without: added });
  }

  private async tellSubscribers(
    realmId: number,
    added: SubscriptionRow[],
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
        Audience.users([...new Set(added.map(({ user_id }) => user_id))]),
      ),
    );
  }

  private tellLeavers(realmId: number, removed: Pair[], streams: Stream[]): void {
    const byId = new Map(streams.map((stream) => [stream.id, stream]));
    for (const isArchived of [false, true]) {
      const pairs = removed.filter(
        ({ stream_id }) => byId.get(stream_id)!.is_archived === isArchived,
      );
      for (const [userIds, streamIds] of groupedByStreams(pairs)) {
        const subscriptions = streamIds.map((id) => ({
          stream_id: id,
          name: byId.get(id)!.name,
        }));
        this.eventLog.append(
          subscriptionEvent(
            realmId,
            { op: 'remove', subscriptions, ...forClientsOf({ is_archived: isArchived }) },
            Audience.users(userIds),
          ),
        );
      }
    }
  }

  /** One event for all channels that the same people joined or left and the same people can see. */
  private tellPeers(
    op: 'peer_add' | 'peer_remove',
    realmId: number,
    changes: Pair[],
    streams: Stream[],
    audiences: StreamAudienceMap,
  ): void {
    const userIdsOf = idsByStream(changes);
    const events = new Map<string, { payload: PeersChanged; audience: Audience }>();
    for (const stream of streams) {
      const userIds = userIdsOf.get(stream.id)?.toSorted((a, b) => a - b) ?? [];
      if (userIds.length === 0) continue;
      const audience = audiences.get(stream.id)!;
      const key = JSON.stringify([userIds, audience, stream.is_archived]);
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

function idsByStream(pairs: Pair[]): Map<number, number[]> {
  const byStream = new Map<number, number[]>();
  for (const { stream_id, user_id } of pairs) {
    const list = byStream.get(stream_id);
    if (list) list.push(user_id);
    else byStream.set(stream_id, [user_id]);
  }
  return byStream;
}

/** People who left exactly the same channels are told in one event. */
function groupedByStreams(pairs: Pair[]): [userIds: number[], streamIds: number[]][] {
  const byUser = new Map<number, number[]>();
  for (const { user_id, stream_id } of pairs) {
    const list = byUser.get(user_id);
    if (list) list.push(stream_id);
    else byUser.set(user_id, [stream_id]);
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
