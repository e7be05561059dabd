// Where messages are: in a channel, or with the people of a direct conversation. An address never
// becomes another; the names of channels do, so they are kept until an event says so.
import { Injectable } from '@nestjs/common';
import type { MessagePlace } from '#modules/messages/messages';
import { streamEvent } from '#modules/streams/streams';
import { type RealmEntries, RealmCaches } from '#platform/event-log/realm-cache.js';
import { MessagesRepository } from './fetch-messages.repository.js';

@Injectable()
export class MessagePlaces {
  private readonly places: RealmEntries<MessagePlace>;

  constructor(repository: MessagesRepository, caches: RealmCaches) {
    this.places = caches.createEntries([streamEvent.type], async (realmId, ids) => {
      const found = await repository.places(realmId, ids);
      return found.map((place) => [place.recipient_id, place]);
    });
  }

  /** By the id of the address. */
  of(realmId: number, recipientIds: Iterable<number>): Promise<ReadonlyMap<number, MessagePlace>> {
    return this.places.getMany(realmId, recipientIds);
  }
}
