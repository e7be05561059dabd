// Whose presence there is to know: the people of an organization who are active, no bots; and who of
// them keep it to themselves.
import { Injectable } from '@nestjs/common';
import { userSettingsEvent } from '#modules/users/settings-catalogue';
import { realmUserEvent } from '#modules/users/users';
import { type RealmCache, RealmCaches } from '#platform/event-log/realm-cache.js';
import { PresencePeopleRepository, type PresentPerson } from './presence-people.repository.js';

@Injectable()
export class PresencePeople {
  private readonly people: RealmCache<ReadonlyMap<number, PresentPerson>>;
  private readonly hidden: RealmCache<ReadonlySet<number>>;

  constructor(repository: PresencePeopleRepository, caches: RealmCaches) {
    this.people = caches.create([realmUserEvent.type], async (realmId) => {
      const rows = await repository.active(realmId);
      return new Map(rows.map(({ id, ...person }) => [id, person]));
    });
    this.hidden = caches.create(
      [userSettingsEvent.type, realmUserEvent.type],
      async (realmId) => new Set(await repository.hidden(realmId)),
    );
  }

  /** By id. */
  of(realmId: number): Promise<ReadonlyMap<number, PresentPerson>> {
    return this.people.get(realmId);
  }

  /** Whether the user lets others know (the setting `presence_enabled`). */
  async shows(realmId: number, userId: number): Promise<boolean> {
    return !(await this.hidden.get(realmId)).has(userId);
  }
}
