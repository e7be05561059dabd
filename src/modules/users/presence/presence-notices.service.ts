// Tells those who may know of people that their presence has changed. It is worth nothing a minute
// later, so nobody waits until it is safe on the disk.
import { Injectable } from '@nestjs/common';
import { UserEvents } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { PresencePeople } from './presence-people.service.js';
import type { Presence } from './presence-store.js';
import { presenceEvent } from './presence.events.js';

/** People of an organization. */
const MAX_TOLD = 100;

@Injectable()
export class PresenceNotices {
  constructor(
    private readonly presencePeople: PresencePeople,
    private readonly userEvents: UserEvents,
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Only in small organizations: in larger ones somebody comes all the time, and clients learn of
   * it when they report themselves.
   */
  async tellOfComing(realmId: number, back: Presence[]): Promise<void> {
    const people = await this.presencePeople.of(realmId);
    if (people.size <= MAX_TOLD) await this.tell(realmId, back);
  }

  async tell(realmId: number, changed: Presence[]): Promise<void> {
    const people = await this.presencePeople.of(realmId);
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
