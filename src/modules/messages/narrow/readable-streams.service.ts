// Which channels a reader may read, kept until anything changes that decides it: the channels, who
// is subscribed to them, what people are, and who is in which group.
import { Injectable } from '@nestjs/common';
import { userGroupEvent } from '#modules/groups/groups';
import { streamEvent, StreamsAccess, subscriptionEvent } from '#modules/streams/streams';
import { realmUserEvent } from '#modules/users/users';
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
  channels: Map<string | number, ReadablePlace>;
  unreadable?: number[];
}

/** Of one realm, and of one reader; then all are read again as they are asked for. */
const MAX_READERS = 5_000;
const MAX_CHANNELS = 200;

@Injectable()
export class ReadableStreams {
  private readonly sights: RealmCache<Map<string, Sight>>;

  constructor(
    private readonly streamsAccess: StreamsAccess,
    caches: RealmCaches,
  ) {
    this.sights = caches.create(
      [streamEvent.type, subscriptionEvent.type, realmUserEvent.type, userGroupEvent.type],
      () => Promise.resolve(new Map<string, Sight>()),
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
    if (channels.size >= MAX_CHANNELS) channels.clear();
    channels.set(operand, place);
    return place;
  }

  /** The addresses of the channels that the actor may not read, whether or not they know of them. */
  async unreadable(actor: Actor): Promise<number[]> {
    const sight = await this.sightOf(actor);
    return (sight.unreadable ??= await this.streamsAccess.unreadableRecipients(actor));
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
      sight = { channels: new Map() };
      if (sights.size >= MAX_READERS) sights.clear();
      sights.set(key, sight);
    }
    return sight;
  }
}
