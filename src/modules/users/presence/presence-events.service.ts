// Publishes changes of presence to the viewers of the users. Presence is outdated after a minute, so the
// commit does not wait for the disk.
import { Injectable } from '@nestjs/common';
import { UserEvents } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { PresencePeople } from './presence-people.service.js';
import type { Presence } from './presence-store.js';
import { presenceEvent } from './presence.events.js';

/** The largest realm, in users, in which returning users are published. */
const MAX_USERS = 100;

@Injectable()
export class PresenceEvents {
  constructor(
    private readonly presencePeople: PresencePeople,
    private readonly userEvents: UserEvents,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Publishes users who came online. Does nothing in large realms, where this happens all the time:
   * clients receive the changes in the response to their own reports.
   */
  async publishReturned(realmId: number, returned: Presence[]): Promise<void> {
    const people = await this.presencePeople.findActive(realmId);
    if (people.size <= MAX_USERS) await this.publish(realmId, returned);
  }

  async publish(realmId: number, changed: Presence[]): Promise<void> {
    const people = await this.presencePeople.findActive(realmId);
    const serverTimestamp = this.clock.now().getTime() / 1000;
    await this.database.transaction(
      async () => {
        for (const presence of changed) {
          const person = people.get(presence.userId);
          if (!person) continue;
          const { email, joinedAt } = person;
          const audience = await this.userEvents.audienceFor(realmId, presence.userId);
          const change = { people: [{ presence, email, joinedAt }], serverTimestamp };
          this.eventLog.append(presenceEvent(realmId, change, audience));
        }
      },
      { fireAndForget: true },
    );
  }
}
