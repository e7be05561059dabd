// Which streams a reader may read, cached until a stream, a subscription, a user or a group changes.
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { userGroupEvent } from '#modules/groups/groups';
import { streamEvent, StreamsAccess, subscriptionEvent } from '#modules/streams/streams';
import { realmUserEvent } from '#modules/users/users';
import { atMost } from '#platform/cache-options.js';
import { type RealmCache, RealmCaches } from '#platform/event-log/realm-cache.js';
import type { Actor } from '#platform/http/actor.js';

/** The messages of a channel or direct conversation, as far as the reader may see them. */
export interface ReadablePlace {
  recipientId: number;
  canSeeHistory: boolean;
  canSeeContent: boolean;
}

interface Sight {
  /** By what the channel was asked for: its id, or its name as it was spelled. */
  channels: LRUCache<string | number, ReadablePlace>;
  unreadable?: number[];
}

const MAX_READERS_PER_REALM = 5_000;
const MAX_STREAMS_PER_READER = 200;

@Injectable()
export class ReadableStreams {
  private readonly sights: RealmCache<LRUCache<string, Sight>>;

  constructor(
    private readonly streamsAccess: StreamsAccess,
    caches: RealmCaches,
  ) {
    this.sights = caches.create(
      [streamEvent.type, subscriptionEvent.type, realmUserEvent.type, userGroupEvent.type],
      () => Promise.resolve(new LRUCache<string, Sight>(atMost(MAX_READERS_PER_REALM))),
    );
  }

  /** By id or name; undefined for a channel that the actor may not know of. */
  async find(actor: Actor, operand: string | number): Promise<ReadablePlace | undefined> {
    const { channels } = await this.sightOf(actor);
    const known = channels.get(operand);
    if (known) return known;
    const found =
      typeof operand === 'number'
        ? await this.streamsAccess.findById(actor, operand)
        : await this.streamsAccess.findByName(actor, operand);
    if (!found) return undefined;
    const place = {
      recipientId: found.stream.recipient_id,
      canSeeHistory: found.canSeeHistory,
      canSeeContent: found.canSeeContent,
    };
    channels.set(operand, place);
    return place;
  }

  /** The addresses of the channels that the actor may not read, whether or not they know of them. */
  async unreadable(actor: Actor): Promise<number[]> {
    const sight = await this.sightOf(actor);
    return (sight.unreadable ??= await this.streamsAccess.findUnreadableRecipients(actor));
  }

  /**
   * Taken before anything is read: what changes meanwhile drops it, with what was read. A request may
   * still go on in the role that its actor had when it came.
   */
  private async sightOf({ realmId, userId, role }: Actor): Promise<Sight> {
    const sights = await this.sights.get(realmId);
    const key = `${userId}:${role}`;
    let sight = sights.get(key);
    if (!sight) {
      sight = { channels: new LRUCache(atMost(MAX_STREAMS_PER_READER)) };
      sights.set(key, sight);
    }
    return sight;
  }
}
