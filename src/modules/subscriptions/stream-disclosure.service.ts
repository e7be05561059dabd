// What follows for people from a change of a channel, or of a group that it is open to: who comes to
// know of the channel other than by joining it is told who reads it, as are clients that have it back
// after it was archived; who may no longer read it has nothing unread there.
import { Injectable } from '@nestjs/common';
import { LostAccess } from '#modules/messages/lost-access.service.js';
import type { ChangedStream } from '#modules/streams/change-stream.service.js';
import { decidesWhoReads, StreamHistory } from '#modules/streams/stream-history.service.js';
import { StreamsService } from '#modules/streams/streams.service.js';
import { type Stream, streamView } from '#modules/streams/streams.view.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { alike, subscriptionEvent, type SubscriptionsAdded } from './subscriptions.events.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

@Injectable()
export class StreamDisclosure {
  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly streams: StreamsService,
    private readonly history: StreamHistory,
    private readonly lostAccess: LostAccess,
    private readonly log: EventLog,
  ) {}

  /** Joins the present transaction, after the events about the channel itself. */
  async afterChange({ before, after, gained }: ChangedStream): Promise<void> {
    await this.toPeople(after, gained);
    if (before.is_archived && !after.is_archived) await this.afterUnarchiving(after);
    if (!decidesWhoReads(before, after)) return;
    const closedTo = await this.history.formerReaders(after);
    await this.lostAccess.markRead(after.realm_id, [{ stream: after, closedTo }]);
  }

  /** Joins the present transaction, after the event that shows these people the channel. */
  async toPeople(stream: Stream, userIds: number[]): Promise<void> {
    if (userIds.length === 0) return;
    const readers = await this.readers(stream);
    if (readers.length === 0) return;
    this.log.append(
      subscriptionEvent(
        stream.realm_id,
        { op: 'peer_add', stream_ids: [stream.id], user_ids: readers },
        Audience.users(userIds),
      ),
    );
  }

  private async afterUnarchiving(stream: Stream): Promise<void> {
    const readers = await this.readers(stream);
    if (readers.length === 0) return;
    const groups = await this.streams.postingGroups(stream.realm_id);
    const payload: SubscriptionsAdded = {
      op: 'add',
      streams: { [stream.id]: { ...streamView(stream, groups), subscribers: readers } },
      own: alike(await this.repository.findSubscribers(stream.id)),
      restored: true,
    };
    this.log.append(
      subscriptionEvent(stream.realm_id, payload, Audience.users(readers)),
      subscriptionEvent(
        stream.realm_id,
        { op: 'peer_add', stream_ids: [stream.id], user_ids: readers, restored: true },
        await this.streams.metadataAudience(stream),
      ),
    );
  }

  private async readers(stream: Stream): Promise<number[]> {
    return (await this.repository.subscriberIds([stream.id])).get(stream.id) ?? [];
  }
}
