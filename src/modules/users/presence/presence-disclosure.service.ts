// Tells of the presence of people whom somebody has just come to know of, or who have returned, as far
// back as a client gets to see when it registers. Joins the present transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { UserEvents, type UserRow } from '#modules/users/users';
import type { ViewersByUser } from '#modules/users/visibility';
import { Clock, parseTime } from '#platform/clock.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { PresencePeople } from './presence-people.service.js';
import { PresenceStore } from './presence-store.js';
import { presenceEvent, type SeenPerson } from './presence.events.js';
import { DEFAULT_HISTORY_DAYS } from './presences.service.js';

const DAY_MS = 86_400_000;
/** People in one event. */
const TOLD_TOGETHER = 1_000;

@Injectable()
export class PresenceDisclosure {
  constructor(
    private readonly presenceStore: PresenceStore,
    private readonly presencePeople: PresencePeople,
    private readonly userEvents: UserEvents,
    private readonly realmsService: RealmsService,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  async reveal(realmId: number, viewers: ViewersByUser): Promise<void> {
    if (viewers.size === 0 || (await this.isDisabled(realmId))) return;
    const now = this.clock.now().getTime();
    const oldest = now - DEFAULT_HISTORY_DAYS * DAY_MS;
    const people = await this.presencePeople.of(realmId);
    for (const presence of await this.presenceStore.changedAfter(realmId, oldest)) {
      const userIds = viewers.get(presence.userId);
      const person = people.get(presence.userId);
      if (!userIds || !person || presence.connectedAt < oldest) continue;
      const { email, joinedAt } = person;
      const change = {
        people: [{ presence, email, joinedAt }],
        serverTimestamp: now / 1000,
      };
      this.eventLog.append(presenceEvent(realmId, change, Audience.users(userIds)));
    }
  }

  /** Somebody whose account was closed is among the others again. */
  async tellOfReturn(realmId: number, user: UserRow): Promise<void> {
    if (user.botType !== null || (await this.isDisabled(realmId))) return;
    const now = this.clock.now().getTime();
    const presence = await this.presenceStore.find(realmId, user.id);
    if (!presence || presence.connectedAt < now - DEFAULT_HISTORY_DAYS * DAY_MS) return;
    const joinedAt = parseTime(user.dateJoined)?.getTime() ?? presence.connectedAt;
    const change = {
      people: [{ presence, email: user.email, joinedAt }],
      serverTimestamp: now / 1000,
    };
    const audience = await this.userEvents.audienceFor(realmId, user.id);
    this.eventLog.append(presenceEvent(realmId, change, audience));
  }

  /**
   * The organization wants to know of presence again. Those whom the same people may know of are told
   * of together, since there can be thousands of them.
   */
  async tellOfAll(realmId: number): Promise<void> {
    const now = this.clock.now().getTime();
    const people = await this.presencePeople.of(realmId);
    const oldest = now - DEFAULT_HISTORY_DAYS * DAY_MS;
    const seen = new Map<string, { audience: Audience; people: SeenPerson[] }>();
    for (const presence of await this.presenceStore.changedAfter(realmId, oldest)) {
      const person = people.get(presence.userId);
      if (!person || presence.connectedAt < oldest) continue;
      const audience = await this.userEvents.audienceFor(realmId, presence.userId);
      const key = JSON.stringify(audience);
      const together = seen.get(key) ?? { audience, people: [] };
      together.people.push({ presence, ...person });
      seen.set(key, together);
    }
    for (const { audience, people: all } of seen.values()) {
      for (let from = 0; from < all.length; from += TOLD_TOGETHER) {
        const change = {
          people: all.slice(from, from + TOLD_TOGETHER),
          serverTimestamp: now / 1000,
        };
        this.eventLog.append(presenceEvent(realmId, change, audience));
      }
    }
  }

  private async isDisabled(realmId: number): Promise<boolean> {
    return (await this.realmsService.settings(realmId)).presence_disabled;
  }
}
