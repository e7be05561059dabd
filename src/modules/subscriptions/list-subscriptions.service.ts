// The channels of a person in three lists: subscribed, subscribed before, never subscribed.
import { Injectable } from '@nestjs/common';
import { type AccessedStream, StreamsAccess } from '#modules/streams/streams.access.js';
import { StreamsService } from '#modules/streams/streams.service.js';
import { streamView } from '#modules/streams/streams.view.js';
import type { Actor } from '#platform/http/actor.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { subscriptionView } from './subscriptions.view.js';

export type IncludeSubscribers = 'true' | 'false' | 'partial';

export interface SubscriptionLists {
  subscriptions: Record<string, unknown>[];
  unsubscribed: Record<string, unknown>[];
  neverSubscribed: Record<string, unknown>[];
}

/** With `partial`, channels with more readers than this list only some of them. */
const PARTIAL_ABOVE = 250;

@Injectable()
export class ListSubscriptionsService {
  constructor(
    private readonly repository: SubscriptionsRepository,
    private readonly access: StreamsAccess,
    private readonly streams: StreamsService,
  ) {}

  async list(
    actor: Actor,
    options: {
      includeSubscribers: IncludeSubscribers;
      includeArchived: boolean;
      notificationDefaults?: Record<string, boolean>;
    },
  ): Promise<SubscriptionLists> {
    const visible = (await this.access.visible(actor)).filter(
      ({ stream }) => options.includeArchived || !stream.is_archived,
    );
    const own = new Map(
      (await this.repository.findOwn(actor.userId)).map((row) => [row.stream_id, row]),
    );
    const groups = await this.streams.postingGroups(actor.realmId);
    const readers = await this.readers(visible, options.includeSubscribers);
    const lists: SubscriptionLists = { subscriptions: [], unsubscribed: [], neverSubscribed: [] };
    for (const { stream } of visible) {
      const settings = own.get(stream.id);
      const listed = readers.get(stream.id) ?? {};
      if (!settings) {
        lists.neverSubscribed.push(Object.assign(streamView(stream, groups), listed));
        continue;
      }
      const view = subscriptionView(stream, settings, groups, options.notificationDefaults);
      const list = settings.is_active ? lists.subscriptions : lists.unsubscribed;
      list.push(Object.assign(view, listed));
    }
    return lists;
  }

  private async readers(
    streams: AccessedStream[],
    include: IncludeSubscribers,
  ): Promise<Map<number, Record<string, number[]>>> {
    if (include === 'false') return new Map();
    const large = new Set(
      include === 'partial'
        ? streams
            .filter(({ stream }) => stream.subscriber_count > PARTIAL_ABOVE)
            .map(({ stream }) => stream.id)
        : [],
    );
    const ids = streams.map(({ stream }) => stream.id);
    const all = await this.repository.subscriberIds(ids.filter((id) => !large.has(id)));
    const some = await this.repository.someSubscriberIds([...large], PARTIAL_ABOVE);
    const listOf = (id: number): Record<string, number[]> =>
      large.has(id)
        ? { partial_subscribers: some.get(id) ?? [] }
        : { subscribers: all.get(id) ?? [] };
    return new Map(ids.map((id) => [id, listOf(id)]));
  }
}
