// Publishes changes of presence to the viewers of the users. Presence is outdated after a minute, so the
// commit does not wait for the disk.
import { Injectable } from '@nestjs/common';
import { UserEvents } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import type { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { inRows } from '#platform/event-log/event-rows.js';
import { TimeSlices } from '#platform/time-slices.js';
import { PresencePeople } from './presence-people.service.js';
import type { Presence } from './presence-store.js';
import { presenceEvent, type UserPresence } from './presence.events.js';

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
    const active = await this.presencePeople.findActive(realmId);
    const people = changed.flatMap((presence) => {
      const person = active.get(presence.userId);
      return person ? [{ presence, ...person }] : [];
    });
    await this.database.transaction(() => this.publishPeople(realmId, people), {
      fireAndForget: true,
    });
  }

  /**
   * Publishes presence to the viewers of each user, or to the audience that `audienceOf` returns for a list of
   * users. Joins the current transaction.
   */
  async publishPeople(
    realmId: number,
    people: UserPresence[],
    audienceOf: (userIds: number[]) => Audience | Promise<Audience> = (ids) =>
      this.userEvents.audienceForEach(realmId, ids),
  ): Promise<void> {
    const serverTimestamp = this.clock.now().getTime() / 1000;
    const slices = new TimeSlices();
    for (const some of inRows(people)) {
      if (slices.isOver) await slices.next();
      const audience = await audienceOf(some.map(({ presence }) => presence.userId));
      const isList = audience.kind === 'entries';
      const change = { people: some, serverTimestamp, ...(isList ? { isList } : {}) };
      this.eventLog.append(presenceEvent(realmId, change, audience));
    }
  }
}
