// Cache of recipients. They never change, apart from the names of channels: events of channels invalidate
// these.
import { Injectable } from '@nestjs/common';
import { streamEvent } from '#modules/streams/streams';
import { type RealmEntries, RealmCaches } from '#platform/event-log/realm-cache.js';
import { FetchMessagesRepository, type FetchedRecipient } from './fetch-messages.repository.js';

@Injectable()
export class RecipientsCache {
  private readonly recipients: RealmEntries<FetchedRecipient>;

  constructor(fetchMessagesRepository: FetchMessagesRepository, caches: RealmCaches) {
    this.recipients = caches.createEntries([streamEvent.type], async (realmId, ids) => {
      const recipients = await fetchMessagesRepository.recipients(realmId, ids);
      return recipients.map((recipient) => [recipient.id, recipient]);
    });
  }

  /** By id. */
  getMany(realmId: number, ids: Iterable<number>): Promise<ReadonlyMap<number, FetchedRecipient>> {
    return this.recipients.getMany(realmId, ids);
  }
}
