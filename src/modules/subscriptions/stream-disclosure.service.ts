// Tells who reads a channel when people come to know of the channel other than by joining it, or
// when clients have it back after it was archived.
import { Injectable } from '@nestjs/common';
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
    private readonly log: EventLog,
  ) {}

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

  /** Joins the present transaction, after the event about the channel itself. */
  async afterUnarchiving(stream: Stream): Promise<void> {
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
