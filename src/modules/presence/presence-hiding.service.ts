// Whoever begins to keep their presence to themselves is gone for others at once, not only when the
// time of their last report is over.
import { Injectable } from '@nestjs/common';
import { UserEvents } from '#modules/users/user-events.service.js';
import { Clock, fromSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { PresencePeople } from './presence-people.service.js';
import { PresenceStore } from './presence-store.js';
import { presenceEvent } from './presence.events.js';
import { OFFLINE_AFTER_SECONDS } from './presence.view.js';

@Injectable()
export class PresenceHiding {
  constructor(
    private readonly store: PresenceStore,
    private readonly people: PresencePeople,
    private readonly users: UserEvents,
    private readonly database: Database,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  /** To be called when the setting is stored. */
  async hide(realmId: number, userIds: number[]): Promise<void> {
    const now = this.clock.now();
    const serverTimestamp = now.getTime() / 1000;
    const latest = fromSeconds(serverTimestamp - OFFLINE_AFTER_SECONDS - 1);
    const hidden = await this.store.hide(realmId, userIds, { latest, now });
    if (hidden.length === 0) return;
    const people = await this.people.of(realmId);
    await this.database.transaction(
      async () => {
        for (const presence of hidden) {
          const person = people.get(presence.userId);
          if (!person) continue;
          const { email, joinedAt } = person;
          const audience = await this.users.audienceOf(realmId, presence.userId);
          const change = { presence, email, joinedAt, serverTimestamp };
          this.log.append(presenceEvent(realmId, change, audience));
        }
      },
      { fireAndForget: true },
    );
  }
}
