// What is shown of people wherever they appear: kept in memory until an event says that it changed.
import { Injectable } from '@nestjs/common';
import { type RealmEntries, RealmCaches } from '#platform/event-log/realm-cache.js';
import { realmUserEvent } from './users.events.js';
import { UsersRepository } from './users.repository.js';
import type { UserSummary } from './users.view.js';

@Injectable()
export class UserSummaries {
  private readonly summaries: RealmEntries<UserSummary>;

  constructor(repository: UsersRepository, caches: RealmCaches) {
    this.summaries = caches.createEntries([realmUserEvent.type], async (realmId, ids) => {
      const found = await repository.summariesByIds(realmId, ids);
      return found.map((user) => [user.id, user]);
    });
  }

  /** Users and system bots of the realm, active or not, by id. Not for deciding what they may do. */
  of(realmId: number, ids: Iterable<number>): Promise<ReadonlyMap<number, UserSummary>> {
    return this.summaries.getMany(realmId, ids);
  }
}
