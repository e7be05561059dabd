// Publishes stored presence to viewers that could not see it before: after changes of visibility, the
// reactivation of a user, and the activation of presence in a realm. It covers the same period as the
// register snapshot. Every method joins the current transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { UserEvents, type UserRow } from '#modules/users/users';
import type { ViewersByUser } from '#modules/users/visibility';
import { Clock, parseTime } from '#platform/clock.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { PresencePeople } from './presence-people.service.js';
import { PresenceStore } from './presence-store.js';
import { presenceEvent, type UserPresence } from './presence.events.js';
import { DEFAULT_HISTORY_DAYS } from './presences.service.js';

const DAY_MS = 86_400_000;
const MAX_USERS_PER_EVENT = 1_000;

@Injectable()
export class PresenceVisibilityEvents {
  constructor(
    private readonly presenceStore: PresenceStore,
    private readonly presencePeople: PresencePeople,
    private readonly userEvents: UserEvents,
    private readonly realmsService: RealmsService,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  async publishTo(realmId: number, viewers: ViewersByUser): Promise<void> {
    if (viewers.size === 0 || (await this.isDisabled(realmId))) return;
    const now = this.clock.now().getTime();
    const oldest = now - DEFAULT_HISTORY_DAYS * DAY_MS;
    const people = await this.presencePeople.findActive(realmId);
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

  /** For a user whose account was reactivated. */
  async publishReactivated(realmId: number, user: UserRow): Promise<void> {
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

  /** For a realm that activated presence. Users with the same audience share events. */
  async publishAll(realmId: number): Promise<void> {
    const now = this.clock.now().getTime();
    const people = await this.presencePeople.findActive(realmId);
    const oldest = now - DEFAULT_HISTORY_DAYS * DAY_MS;
    const groups = new Map<string, { audience: Audience; people: UserPresence[] }>();
    for (const presence of await this.presenceStore.changedAfter(realmId, oldest)) {
      const person = people.get(presence.userId);
      if (!person || presence.connectedAt < oldest) continue;
      const audience = await this.userEvents.audienceFor(realmId, presence.userId);
      const key = JSON.stringify(audience);
      const group = groups.get(key) ?? { audience, people: [] };
      group.people.push({ presence, ...person });
      groups.set(key, group);
    }
    for (const { audience, people: all } of groups.values()) {
      for (let from = 0; from < all.length; from += MAX_USERS_PER_EVENT) {
        const change = {
          people: all.slice(from, from + MAX_USERS_PER_EVENT),
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
