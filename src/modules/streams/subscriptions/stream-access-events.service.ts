// Consequences of access changes that are caused by changes of streams, groups or subscriptions. Users who
// gain access to the metadata of a stream without subscribing receive its subscribers and their own former
// subscription, as do clients for which an unarchived stream reappears. Messages that a user can no longer
// read, and those of streams that the user left or that were archived, are marked as read.
import { Injectable } from '@nestjs/common';
import { ChannelAccessFlags } from '#modules/messages/flags';
import {
  groupBySettings,
  type ChangedStream,
  changesReaders,
  type ForClients,
  type Stream,
  StreamAudiences,
  StreamHistory,
  StreamsService,
  streamView,
  subscriptionEvent,
  forClientsOf,
  type SubscriptionEntity,
} from '#modules/streams/streams';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { type SubscriptionKey, SubscriptionsRepository } from './subscriptions.repository.js';

/** Users who gain access to the metadata of a stream without subscribing to it. */
export interface GainedStream {
  stream: Stream;
  userIds: number[];
}

@Injectable()
export class StreamAccessEvents {
  constructor(
    private readonly subscriptionsRepository: SubscriptionsRepository,
    private readonly streamsService: StreamsService,
    private readonly streamAudiences: StreamAudiences,
    private readonly streamHistory: StreamHistory,
    private readonly channelAccessFlags: ChannelAccessFlags,
    private readonly eventLog: EventLog,
  ) {}

  /** Joins the current transaction; must follow the events of the stream itself. */
  async afterChange({ before, after, gainedMetadata }: ChangedStream): Promise<void> {
    const isUnarchived = before.isArchived && !after.isArchived;
    await this.publishSubscribers([{ stream: after, userIds: gainedMetadata }], {
      // The other clients receive it from afterUnarchiving, like all users with metadata access.
      forClients: isUnarchived ? 'with archived channels' : undefined,
    });
    if (isUnarchived) await this.afterUnarchiving(after);
    if (changesReaders(before, after)) {
      const closed = await this.streamHistory.findFormerReaders(after.realmId, [after]);
      await this.channelAccessFlags.afterLoss(after.realmId, closed);
    }
  }

  /**
   * Publishes the subscribers of streams to users who gained access to them. Joins the current
   * transaction; must follow the events that publish the streams. `without` excludes subscribers whose
   * addition is published later.
   */
  async publishSubscribers(
    streams: GainedStream[],
    {
      without = [],
      forClients,
    }: { without?: SubscriptionKey[]; forClients?: ForClients | undefined } = {},
  ): Promise<void> {
    const gained = streams.filter(({ userIds }) => userIds.length > 0);
    if (gained.length === 0) return;
    const all = await this.subscriptionsRepository.subscriberIds(
      gained.map(({ stream }) => stream.id),
    );
    const joining = new Set(without.map(({ streamId, userId }) => `${streamId} ${userId}`));
    const former = await this.subscriptionsRepository.findFormer(
      gained.flatMap(({ stream, userIds }) =>
        userIds.map((userId) => ({ streamId: stream.id, userId })),
      ),
    );
    for (const { stream, userIds } of gained) {
      const readers = (all.get(stream.id) ?? []).filter((id) => !joining.has(`${stream.id} ${id}`));
      const clients = forClients ? { forClients } : forClientsOf(stream);
      if (readers.length > 0) {
        this.eventLog.append(
          subscriptionEvent(
            stream.realmId,
            { op: 'peer_add', stream_ids: [stream.id], user_ids: readers, ...clients },
            Audience.users(userIds),
          ),
        );
      }
      const rows = former.filter(({ streamId }) => streamId === stream.id);
      await this.publishFormer(stream, readers, rows, clients.forClients);
    }
  }

  /**
   * Marks the messages of streams as read for users who left them, and removes the stars of users who
   * can no longer read them. Joins the current transaction.
   */
  async afterLeaving(realmId: number, left: SubscriptionKey[], streams: Stream[]): Promise<void> {
    const recipients = new Map(streams.map((stream) => [stream.id, stream.recipientId]));
    await this.channelAccessFlags.markRead(
      realmId,
      left.map(({ userId, streamId }) => ({
        userId,
        recipientId: recipients.get(streamId)!,
      })),
    );
    const userIds = [...new Set(left.map(({ userId }) => userId))];
    const closed = await this.streamHistory.findFormerReaders(realmId, streams, userIds);
    await this.channelAccessFlags.hideStars(realmId, closed);
  }

  /** Marks the messages of the stream as read for all subscribers. Joins the current transaction. */
  async afterArchiving({ id, realmId, recipientId }: Stream): Promise<void> {
    const userIds = await this.subscriptionsRepository.allSubscriberIds(id);
    await this.channelAccessFlags.markRead(
      realmId,
      userIds.map((userId) => ({ userId, recipientId })),
    );
  }

  /** Restores the stars of new subscribers who could not read the stream before. */
  async restoreStars(realmId: number, joined: SubscriptionKey[], streams: Stream[]): Promise<void> {
    const userIds = new Set(joined.map(({ userId }) => userId));
    const guests = new Set(await this.subscriptionsRepository.guestsAmong([...userIds]));
    const byId = new Map(streams.map((stream) => [stream.id, stream]));
    const reopened = joined.flatMap(({ streamId, userId }) => {
      const stream = byId.get(streamId);
      return stream && (stream.inviteOnly || guests.has(userId))
        ? [{ stream, openTo: [userId] }]
        : [];
    });
    await this.channelAccessFlags.afterGain(realmId, reopened);
  }

  private async afterUnarchiving(stream: Stream): Promise<void> {
    const forClients = 'without archived channels';
    const audience = await this.streamAudiences.of(stream);
    const readers =
      (await this.subscriptionsRepository.subscriberIds([stream.id])).get(stream.id) ?? [];
    if (readers.length > 0) {
      const groups = await this.streamsService.postingGroups(stream.realmId);
      this.eventLog.append(
        subscriptionEvent(
          stream.realmId,
          {
            op: 'add',
            streams: { [stream.id]: { ...streamView(stream, groups), subscribers: readers } },
            own: groupBySettings(await this.subscriptionsRepository.findSubscribers(stream.id)),
            forClients,
          },
          Audience.users(readers),
        ),
        subscriptionEvent(
          stream.realmId,
          { op: 'peer_add', stream_ids: [stream.id], user_ids: readers, forClients },
          audience,
        ),
      );
    }
    const withMetadata = await this.streamAudiences.userIdsOf(stream);
    const former = await this.subscriptionsRepository.findAllFormer(stream.id);
    const rows = former.filter(({ userId }) => withMetadata.has(userId));
    await this.publishFormer(stream, readers, rows, forClients);
  }

  /** Publishes former subscriptions, since a new stream counts as never subscribed in clients. */
  private async publishFormer(
    stream: Stream,
    readers: number[],
    rows: SubscriptionEntity[],
    forClients: ForClients | undefined,
  ): Promise<void> {
    if (rows.length === 0) return;
    const { realmId, id, name } = stream;
    const groups = await this.streamsService.postingGroups(realmId);
    const clients = forClients ? { forClients } : {};
    const audience = Audience.users(rows.map(({ userId }) => userId));
    this.eventLog.append(
      subscriptionEvent(
        realmId,
        {
          op: 'add',
          streams: { [id]: { ...streamView(stream, groups), subscribers: readers } },
          own: groupBySettings(rows),
          left: true,
          ...clients,
        },
        audience,
      ),
      subscriptionEvent(
        realmId,
        { op: 'remove', subscriptions: [{ stream_id: id, name }], ...clients },
        audience,
      ),
    );
  }
}
