// Cached summaries of users, for display with messages and in lists.
import { Injectable } from '@nestjs/common';
import { type RealmEntries, RealmCaches } from '#platform/event-log/realm-cache.js';
import { realmUserEvent } from './users.events.js';
import { UsersRepository, type UserSummary } from './users.repository.js';

@Injectable()
export class UserSummaries {
  private readonly summaries: RealmEntries<UserSummary>;

  constructor(usersRepository: UsersRepository, caches: RealmCaches) {
    this.summaries = caches.createEntries([realmUserEvent.type], async (realmId, ids) => {
      const users = await usersRepository.summariesByIds(realmId, ids);
      return users.map((user) => [user.id, user]);
    });
  }

  /** Includes deactivated users and system bots. Not for access checks: the cache may be stale. */
  of(realmId: number, ids: Iterable<number>): Promise<ReadonlyMap<number, UserSummary>> {
    return this.summaries.getMany(realmId, ids);
  }
}
