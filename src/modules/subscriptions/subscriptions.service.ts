// Puts people into channels and takes them out: the rows, and the events for the people
// themselves and for those who can see who reads the channel.
import { Injectable } from '@nestjs/common';
import { type ClosedStream, LostAccess } from '#modules/messages/lost-access.service.js';
import { StreamHistory } from '#modules/streams/stream-history.service.js';
import { StreamsService } from '#modules/streams/streams.service.js';
import { type Stream, streamView } from '#modules/streams/streams.view.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { alike, subscriptionEvent, type SubscriptionsAdded } from './subscriptions.events.js';
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
    private readonly repository: SubscriptionsRepository,
    private readonly streams: StreamsService,
    private readonly history: StreamHistory,
    private readonly lostAccess: LostAccess,
    private readonly log: EventLog,
  ) {}

  /** Subscribes all of these people to all of these channels. Joins the present transaction. */
  async add(
    realmId: number,
    userIds: number[],
    streams: Stream[],
    { created = [], colors = new Map<number, string>() }: AddOptions = {},
  ): Promise<Pair[]> {
    const existing = streams.filter((stream) => !created.includes(stream));
    const strangers = await this.strangers(existing, userIds);
    const { added, subscriberCounts } = await this.repository.subscribe(
      userIds,
      streams.map(({ id }) => ({ id, color: colors.get(id) })),
    );
    await this.streams.announce(realmId, created);
    const changed = streams.flatMap((stream) => {
      const count = subscriberCounts.get(stream.id);
      return count === undefined ? [] : [{ ...stream, subscriber_count: count }];
    });
    await this.reveal(changed, strangers, added);
    await this.tellSubscribers(realmId, added, changed);
    await this.tellPeers('peer_add', realmId, added, changed);
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

  /** By channel, those of the people and of their bots who can not know of it yet. */
  private async strangers(streams: Stream[], userIds: number[]): Promise<Map<number, number[]>> {
    const strangers = new Map<number, number[]>();
    for (const stream of streams) {
      strangers.set(stream.id, await this.streams.withoutMetadata(stream, userIds));
    }
    return strangers;
  }

  /** Shows a channel to those who come to know of it, and its readers to bots that did not join. */
  private async reveal(
    streams: Stream[],
    strangers: Map<number, number[]>,
    added: Pair[],
  ): Promise<void> {
    for (const stream of streams) {
      const before = strangers.get(stream.id) ?? [];
      if (before.length === 0) continue;
      const still = await this.streams.withoutMetadata(stream, before);
      const newcomers = before.filter((id) => !still.includes(id));
      await this.streams.reveal(stream, newcomers);
      const joined = userIdsIn(added, stream.id);
      const onlookers = newcomers.filter((id) => !joined.includes(id));
      if (onlookers.length === 0) continue;
      const readers = (await this.repository.subscriberIds([stream.id])).get(stream.id) ?? [];
      const earlier = readers.filter((id) => !joined.includes(id));
      if (earlier.length === 0) continue;
      this.log.append(
        subscriptionEvent(
          stream.realm_id,
          { op: 'peer_add', stream_ids: [stream.id], user_ids: earlier },
          Audience.users(onlookers),
        ),
      );
    }
  }

  private async tellSubscribers(
    realmId: number,
    added: SubscriptionRow[],
    streams: Stream[],
  ): Promise<void> {
    if (added.length === 0) return;
    const groups = await this.streams.postingGroups(realmId);
    const subscribers = await this.repository.subscriberIds(streams.map(({ id }) => id));
    const payload: SubscriptionsAdded = { op: 'add', streams: {}, own: alike(added) };
    for (const stream of streams) {
      payload.streams[stream.id] = {
        ...streamView(stream, groups),
        subscribers: subscribers.get(stream.id) ?? [],
      };
    }
    this.log.append(
      subscriptionEvent(
        realmId,
        payload,
        Audience.users([...new Set(added.map(({ user_id }) => user_id))]),
      ),
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
      const userIds = userIdsIn(changes, stream.id).toSorted((a, b) => a - b);
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

  /** Who leaves a channel that only its subscribers may know of, or read, no longer does. */
  private async hideFromLeavers(
    realmId: number,
    removed: Pair[],
    streams: Stream[],
  ): Promise<void> {
    const closed: ClosedStream[] = [];
    for (const stream of streams) {
      const leavers = userIdsIn(removed, stream.id);
      if (leavers.length === 0) continue;
      const hidden = await this.streams.withoutMetadata(stream, leavers);
      this.streams.conceal(stream, hidden);
      closed.push({ stream, closedTo: await this.history.formerReaders(stream, leavers) });
    }
    await this.lostAccess.markRead(realmId, closed);
  }
}

function userIdsIn(pairs: Pair[], streamId: number): number[] {
  return pairs.filter(({ stream_id }) => stream_id === streamId).map(({ user_id }) => user_id);
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
