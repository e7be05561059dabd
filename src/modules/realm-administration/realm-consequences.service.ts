// What an organization's settings decide, they decide at once: who is a full member, whom guests may
// know of, and whether people hear who is there. Joins the present transaction.
import { Injectable } from '@nestjs/common';
import { Encounters } from '#modules/encounters/encounters.service.js';
import { FullMembersService } from '#modules/memberships/full-members.service.js';
import { PresenceDisclosure } from '#modules/presence/presence-disclosure.service.js';
import type { RealmSettings } from '#modules/realms/realm-changes.service.js';

@Injectable()
export class RealmConsequences {
  constructor(
    private readonly fullMembers: FullMembersService,
    private readonly encounters: Encounters,
    private readonly presence: PresenceDisclosure,
  ) {}

  async follow(realmId: number, before: RealmSettings, after: RealmSettings): Promise<void> {
    const { waiting_period_threshold: days, can_access_all_users_group: holder } = after;
    if (before.waiting_period_threshold !== days) await this.fullMembers.refresh(realmId, days);
    await this.encounters.tellOfOpenness(realmId, before.can_access_all_users_group, holder);
    if (before.presence_disabled && !after.presence_disabled) {
      await this.presence.tellOfAll(realmId);
    }
  }
}
