// Cache of the streams that a reader can access, invalidated by events of streams, subscriptions,
// users and groups.
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { userGroupEvent } from '#modules/groups/groups';
import { streamEvent, StreamsAccess, subscriptionEvent } from '#modules/streams/streams';
import { realmUserEvent } from '#modules/users/users';
import { atMost } from '#platform/cache-options.js';
import { type RealmCache, RealmCaches } from '#platform/event-log/realm-cache.js';
import type { Actor } from '#platform/http/actor.js';

/** A channel or direct conversation, with the reader's access to its messages. */
export interface ReadableRecipient {
  recipientId: number;
  canSeeHistory: boolean;
  canSeeContent: boolean;
}

interface ReaderStreams {
  /** By the operand: the id of the channel, or its name as the request spells it. */
  channels: LRUCache<string | number, ReadableRecipient>;
  unreadable?: number[];
}

const MAX_READERS_PER_REALM = 5_000;
const MAX_STREAMS_PER_READER = 200;

@Injectable()
export class ReadableStreams {
  private readonly readers: RealmCache<LRUCache<string, ReaderStreams>>;

  constructor(
    private readonly streamsAccess: StreamsAccess,
    caches: RealmCaches,
  ) {
    this.readers = caches.create(
      [streamEvent.type, subscriptionEvent.type, realmUserEvent.type, userGroupEvent.type],
      () => Promise.resolve(new LRUCache<string, ReaderStreams>(atMost(MAX_READERS_PER_REALM))),
    );
  }

  /** By id or name; undefined for a channel that is hidden from the actor. */
  async find(actor: Actor, operand: string | number): Promise<ReadableRecipient | undefined> {
    const { channels } = await this.streamsOf(actor);
    const cached = channels.get(operand);
    if (cached) return cached;
    const access =
      typeof operand === 'number'
        ? await this.streamsAccess.findById(actor, operand)
        : await this.streamsAccess.findByName(actor, operand);
    if (!access) return undefined;
    const recipient = {
      recipientId: access.stream.recipientId,
      canSeeHistory: access.canSeeHistory,
      canSeeContent: access.canSeeContent,
    };
    channels.set(operand, recipient);
    return recipient;
  }

  /** Recipient ids of the channels whose messages the actor cannot read, visible or hidden. */
  async unreadable(actor: Actor): Promise<number[]> {
    const streams = await this.streamsOf(actor);
    return (streams.unreadable ??= await this.streamsAccess.findUnreadableRecipients(actor));
  }

  /**
   * Call before reading: an event during the read drops this entry, and with it the value read. The role
   * is part of the key because a request keeps the role that its actor had when it arrived.
   */
  private async streamsOf({ realmId, userId, role }: Actor): Promise<ReaderStreams> {
    const readers = await this.readers.get(realmId);
    const key = `${userId}:${role}`;
    let streams = readers.get(key);
    if (!streams) {
      streams = { channels: new LRUCache(atMost(MAX_STREAMS_PER_READER)) };
      readers.set(key, streams);
    }
    return streams;
  }
}
