// What follows for people from a change of a channel, of a group that it is open to, or of who reads
// it: who comes to know of a channel other than by joining it is told who reads it, and that one
// has left it if so, as are clients that have it back after it was archived; who may no longer read
// it has nothing unread there.
import { Injectable } from '@nestjs/common';
import { LostAccess } from '#modules/messages/flags';
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
} from '#modules/streams/streams';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import {
  type Pair,
  type SubscriptionRow,
  SubscriptionsRepository,
} from './subscriptions.repository.js';

/** People who come to know of a channel that they did not know of, and do not join it. */
export interface ShownStream {
  stream: Stream;
  userIds: number[];
}

@Injectable()
export class StreamDisclosure {
  constructor(
    private readonly subscriptionsRepository: SubscriptionsRepository,
    private readonly streamsService: StreamsService,
    private readonly streamAudiences: StreamAudiences,
    private readonly streamHistory: StreamHistory,
    private readonly lostAccess: LostAccess,
    private readonly eventLog: EventLog,
  ) {}

  /** Joins the present transaction, after the events about the channel itself. */
  async afterChange({ before, after, gainedMetadata }: ChangedStream): Promise<void> {
    const isBack = before.is_archived && !after.is_archived;
    await this.toPeople([{ stream: after, userIds: gainedMetadata }], {
      // The others have it back like everybody who knew of it before.
      forClients: isBack ? 'knowing archived' : undefined,
    });
    if (isBack) await this.afterUnarchiving(after);
    if (changesReaders(before, after)) await this.close(after.realm_id, [after]);
  }

  /**
   * Joins the present transaction, after the events that show these people the channels. People of
   * whose joining others are told later are left out of the lists.
   */
  async toPeople(
    shown: ShownStream[],
    { without = [], forClients }: { without?: Pair[]; forClients?: ForClients | undefined } = {},
  ): Promise<void> {
    const some = shown.filter(({ userIds }) => userIds.length > 0);
    if (some.length === 0) return;
    const all = await this.subscriptionsRepository.subscriberIds(
      some.map(({ stream }) => stream.id),
    );
    const joining = new Set(without.map(({ stream_id, user_id }) => `${stream_id} ${user_id}`));
    const former = await this.subscriptionsRepository.findFormer(
      some.flatMap(({ stream, userIds }) =>
        userIds.map((userId) => ({ stream_id: stream.id, user_id: userId })),
      ),
    );
    for (const { stream, userIds } of some) {
      const readers = (all.get(stream.id) ?? []).filter((id) => !joining.has(`${stream.id} ${id}`));
      const clients = forClients ? { forClients } : forClientsOf(stream);
      if (readers.length > 0) {
        this.eventLog.append(
          subscriptionEvent(
            stream.realm_id,
            { op: 'peer_add', stream_ids: [stream.id], user_ids: readers, ...clients },
            Audience.users(userIds),
          ),
        );
      }
      const rows = former.filter(({ stream_id }) => stream_id === stream.id);
      await this.toFormer(stream, readers, rows, clients.forClients);
    }
  }

  /** Who may no longer read one of the channels has nothing unread there; of all, or of these. */
  async close(realmId: number, streams: Stream[], among?: number[]): Promise<void> {
    const closed = await this.streamHistory.findFormerReaders(realmId, streams, among);
    await this.lostAccess.markRead(realmId, closed);
  }

  /** Who joined one of the channels, and may not have been able to read it before, has stars back. */
  async reopen(realmId: number, joined: Pair[], streams: Stream[]): Promise<void> {
    const userIds = new Set(joined.map(({ user_id: userId }) => userId));
    const guests = new Set(await this.subscriptionsRepository.guestsAmong([...userIds]));
    const byId = new Map(streams.map((stream) => [stream.id, stream]));
    const reopened = joined.flatMap(({ stream_id: streamId, user_id: userId }) => {
      const stream = byId.get(streamId);
      return stream && (stream.invite_only || guests.has(userId))
        ? [{ stream, openTo: [userId] }]
        : [];
    });
    await this.lostAccess.showStars(realmId, reopened);
  }

  private async afterUnarchiving(stream: Stream): Promise<void> {
    const forClients = 'not knowing archived';
    const audience = await this.streamAudiences.of(stream);
    const readers =
      (await this.subscriptionsRepository.subscriberIds([stream.id])).get(stream.id) ?? [];
    if (readers.length > 0) {
      const groups = await this.streamsService.postingGroups(stream.realm_id);
      this.eventLog.append(
        subscriptionEvent(
          stream.realm_id,
          {
            op: 'add',
            streams: { [stream.id]: { ...streamView(stream, groups), subscribers: readers } },
            own: groupBySettings(await this.subscriptionsRepository.findSubscribers(stream.id)),
            forClients,
          },
          Audience.users(readers),
        ),
        subscriptionEvent(
          stream.realm_id,
          { op: 'peer_add', stream_ids: [stream.id], user_ids: readers, forClients },
          audience,
        ),
      );
    }
    const knowing = await this.streamAudiences.userIdsOf(stream);
    const former = await this.subscriptionsRepository.findAllFormer(stream.id);
    const rows = former.filter(({ user_id }) => knowing.has(user_id));
    await this.toFormer(stream, readers, rows, forClients);
  }

  /** That they left it. Their clients have just got the channel, as one that they were never in. */
  private async toFormer(
    stream: Stream,
    readers: number[],
    rows: SubscriptionRow[],
    forClients: ForClients | undefined,
  ): Promise<void> {
    if (rows.length === 0) return;
    const { realm_id: realmId, id, name } = stream;
    const groups = await this.streamsService.postingGroups(realmId);
    const clients = forClients ? { forClients } : {};
    const audience = Audience.users(rows.map(({ user_id }) => user_id));
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
