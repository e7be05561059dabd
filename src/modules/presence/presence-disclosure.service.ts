// Tells of the presence of people whom somebody has just come to know of, as far back as a client gets
// to see when it registers. Joins the present transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms.service.js';
import type { Observers } from '#modules/users/user-events.service.js';
import { Clock } from '#platform/clock.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { PresencePeople } from './presence-people.service.js';
import { PresenceStore } from './presence-store.js';
import { presenceEvent } from './presence.events.js';
import { DEFAULT_HISTORY_DAYS } from './presences.service.js';

const DAY_MS = 86_400_000;

@Injectable()
export class PresenceDisclosure {
  constructor(
    private readonly store: PresenceStore,
    private readonly people: PresencePeople,
    private readonly realms: RealmsService,
    private readonly log: EventLog,
    private readonly clock: Clock,
  ) {}

  async reveal(realmId: number, observers: Observers): Promise<void> {
    if (observers.size === 0) return;
    const { presence_disabled: isDisabled } = await this.realms.settings(realmId);
    if (isDisabled) return;
    const now = this.clock.now().getTime();
    const oldest = now - DEFAULT_HISTORY_DAYS * DAY_MS;
    const people = await this.people.of(realmId);
    for (const presence of await this.store.changedAfter(realmId, oldest)) {
      const userIds = observers.get(presence.userId);
      const person = people.get(presence.userId);
      if (!userIds || !person || presence.connectedAt < oldest) continue;
      const { email, joinedAt } = person;
      const change = { presence, email, joinedAt, serverTimestamp: now / 1000 };
      this.log.append(presenceEvent(realmId, change, Audience.users(userIds)));
    }
  }
}
