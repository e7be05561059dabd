// Caches of the users who have presence, which are the active people of a realm, and of the users who
// hide theirs.
import { Injectable } from '@nestjs/common';
import { userSettingsEvent } from '#modules/users/settings-catalogue';
import { realmUserEvent } from '#modules/users/users';
import { type RealmCache, RealmCaches } from '#platform/event-log/realm-cache.js';
import { PresencePeopleRepository, type PresenceUser } from './presence-people.repository.js';

@Injectable()
export class PresencePeople {
  private readonly people: RealmCache<ReadonlyMap<number, PresenceUser>>;
  private readonly hidden: RealmCache<ReadonlySet<number>>;

  constructor(repository: PresencePeopleRepository, caches: RealmCaches) {
    this.people = caches.create([realmUserEvent.type], async (realmId) => {
      const rows = await repository.findActive(realmId);
      return new Map(rows.map(({ id, ...person }) => [id, person]));
    });
    this.hidden = caches.create(
      [userSettingsEvent.type, realmUserEvent.type],
      async (realmId) => new Set(await repository.findHidden(realmId)),
    );
  }

  /** Keyed by id. */
  findActive(realmId: number): Promise<ReadonlyMap<number, PresenceUser>> {
    return this.people.get(realmId);
  }

  /** Whether the user has the setting `presence_enabled`. */
  async isShown(realmId: number, userId: number): Promise<boolean> {
    return !(await this.hidden.get(realmId)).has(userId);
  }
}
