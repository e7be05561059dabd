// Lists the streams of a user: subscribed, formerly subscribed and never subscribed.
import { Injectable } from '@nestjs/common';
import {
  type ListedStream,
  ListedStreams,
  subscriptionSettingsView,
} from '#modules/streams/streams';
import type { Actor } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { extendJson, type Json, ReadyJson } from '#platform/http/ready-json.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';

export type IncludeSubscribers = 'true' | 'false' | 'partial';

type ListedReaders = Pick<Schema<'NeverSubscribedChannel'>, 'partial_subscribers' | 'subscribers'>;

export interface SubscriptionLists {
  subscriptions: ReadyJson<Schema<'Subscription'>[]>;
  unsubscribed: ReadyJson<Schema<'Subscription'>[]>;
  neverSubscribed: ReadyJson<Schema<'NeverSubscribedChannel'>[]>;
}

/** With `partial`, at most this many subscribers of a stream are listed. */
const PARTIAL_ABOVE = 250;

@Injectable()
export class ListSubscriptionsService {
  constructor(
    private readonly subscriptionsRepository: SubscriptionsRepository,
    private readonly listedStreams: ListedStreams,
  ) {}

  async list(
    actor: Actor,
    options: {
      includeSubscribers: IncludeSubscribers;
      includeArchived: boolean;
      notificationDefaults?: Record<string, boolean>;
    },
  ): Promise<SubscriptionLists> {
    const visible = (await this.listedStreams.findVisible(actor)).filter(
      ({ stream }) => options.includeArchived || !stream.isArchived,
    );
    const own = new Map(
      (await this.subscriptionsRepository.findOwn(actor.userId)).map((row) => [row.streamId, row]),
    );
    const readers = await this.subscribersOf(visible, options.includeSubscribers);
    const subscriptions: Json<Schema<'Subscription'>>[] = [];
    const unsubscribed: Json<Schema<'Subscription'>>[] = [];
    const neverSubscribed: Json<Schema<'NeverSubscribedChannel'>>[] = [];
    for (const { stream, json } of visible) {
      const settings = own.get(stream.id);
      const listed = readers.get(stream.id);
      if (!settings) {
        neverSubscribed.push(listed ? extendJson(json, listed) : json);
        continue;
      }
      const list = settings.isActive ? subscriptions : unsubscribed;
      list.push(
        extendJson(json, {
          ...subscriptionSettingsView(settings, options.notificationDefaults),
          ...listed,
        }),
      );
    }
    return {
      subscriptions: ReadyJson.items(subscriptions),
      unsubscribed: ReadyJson.items(unsubscribed),
      neverSubscribed: ReadyJson.items(neverSubscribed),
    };
  }

  private async subscribersOf(
    streams: ListedStream[],
    include: IncludeSubscribers,
  ): Promise<Map<number, ListedReaders>> {
    if (include === 'false') return new Map();
    const large = new Set(
      include === 'partial'
        ? streams
            .filter(({ stream }) => stream.subscriberCount > PARTIAL_ABOVE)
            .map(({ stream }) => stream.id)
        : [],
    );
    const ids = streams.map(({ stream }) => stream.id);
    const all = await this.subscriptionsRepository.subscriberIds(
      ids.filter((id) => !large.has(id)),
    );
    const some = await this.subscriptionsRepository.someSubscriberIds([...large], PARTIAL_ABOVE);
    const listOf = (id: number): ListedReaders =>
      large.has(id)
        ? { partial_subscribers: some.get(id) ?? [] }
        : { subscribers: all.get(id) ?? [] };
    return new Map(ids.map((id) => [id, listOf(id)]));
  }
}
