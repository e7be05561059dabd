// Applies the immediate consequences of changed realm settings: to the full members, the users visible to
// guests, and the published presence.
import { Injectable } from '@nestjs/common';
import { FullMembersService } from '#modules/groups/memberships';
import type { RealmSettings } from '#modules/realms/realms';
import { PresenceVisibilityEvents } from '#modules/users/presence';
import { VisibilityChanges } from '#modules/users/visibility-changes';

@Injectable()
export class RealmConsequences {
  constructor(
    private readonly fullMembersService: FullMembersService,
    private readonly visibilityChanges: VisibilityChanges,
    private readonly presenceVisibilityEvents: PresenceVisibilityEvents,
  ) {}

  /** Joins the current transaction. */
  async apply(realmId: number, before: RealmSettings, after: RealmSettings): Promise<void> {
    const { waiting_period_threshold: days, can_access_all_users_group: holder } = after;
    if (before.waiting_period_threshold !== days)
      await this.fullMembersService.refresh(realmId, days);
    await this.visibilityChanges.publishPermissionChange(
      realmId,
      before.can_access_all_users_group,
      holder,
    );
    if (before.presence_disabled && !after.presence_disabled) {
      await this.presenceVisibilityEvents.publishAll(realmId);
    }
  }
}
