// Publishes stored presence to viewers that could not see it before: after changes of visibility, the
// reactivation of a user, and the activation of presence in a realm. It covers the same period as the
// register snapshot. Every method joins the current transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import type { UserRow } from '#modules/users/users';
import type { VisibleUsers } from '#modules/users/visibility';
import { Clock, parseTime } from '#platform/clock.js';
import { PresenceEvents } from './presence-events.service.js';
import { PresencePeople } from './presence-people.service.js';
import { PresenceStore } from './presence-store.js';
import type { UserPresence } from './presence.events.js';
import { DEFAULT_HISTORY_DAYS } from './presences.service.js';

const DAY_MS = 86_400_000;

@Injectable()
export class PresenceVisibilityEvents {
  constructor(
    private readonly presenceStore: PresenceStore,
    private readonly presencePeople: PresencePeople,
    private readonly presenceEvents: PresenceEvents,
    private readonly realmsService: RealmsService,
    private readonly clock: Clock,
  ) {}

  async publishTo(realmId: number, shown: VisibleUsers): Promise<void> {
    const affected = new Set(shown.userIds());
    if (affected.size === 0 || (await this.isDisabled(realmId))) return;
    const recent = await this.recent(realmId);
    const people = recent.filter(({ presence }) => affected.has(presence.userId));
    await this.presenceEvents.publishPeople(realmId, people, (ids) => shown.audienceOf(ids));
  }

  /** For a user whose account was reactivated. */
  async publishReactivated(realmId: number, user: UserRow): Promise<void> {
    if (user.botType !== null || (await this.isDisabled(realmId))) return;
    const now = this.clock.now().getTime();
    const presence = await this.presenceStore.find(realmId, user.id);
    if (!presence || presence.connectedAt < now - DEFAULT_HISTORY_DAYS * DAY_MS) return;
    const joinedAt = parseTime(user.dateJoined)?.getTime() ?? presence.connectedAt;
    const people = [{ presence, email: user.email, joinedAt }];
    await this.presenceEvents.publishPeople(realmId, people);
  }

  /** For a realm that activated presence. */
  async publishAll(realmId: number): Promise<void> {
    await this.presenceEvents.publishPeople(realmId, await this.recent(realmId));
  }

  /** The presence of active users in the register snapshot. */
  private async recent(realmId: number): Promise<UserPresence[]> {
    const people = await this.presencePeople.findActive(realmId);
    const oldest = this.clock.now().getTime() - DEFAULT_HISTORY_DAYS * DAY_MS;
    const stored = await this.presenceStore.changedAfter(realmId, oldest);
    return stored.flatMap((presence) => {
      const person = people.get(presence.userId);
      return person && presence.connectedAt >= oldest ? [{ presence, ...person }] : [];
    });
  }

  private async isDisabled(realmId: number): Promise<boolean> {
    return (await this.realmsService.settings(realmId)).presence_disabled;
  }
}
