// Who is active and who is not, told to everything that keeps lists of active people. Joins the present
// transaction.
import { Injectable } from '@nestjs/common';
import { GroupsService } from '#modules/groups/groups.service.js';
import { PresenceDisclosure } from '#modules/presence/presence-disclosure.service.js';
import { SubscriptionsService } from '#modules/subscriptions/subscriptions.service.js';
import { UserChanges } from '#modules/users/user-changes.service.js';
import type { UserRow } from '#modules/users/users.view.js';

@Injectable()
export class AccountActivity {
  constructor(
    private readonly changes: UserChanges,
    private readonly groups: GroupsService,
    private readonly subscriptions: SubscriptionsService,
    private readonly presence: PresenceDisclosure,
  ) {}

  async end(realmId: number, userId: number): Promise<void> {
    await this.set(realmId, userId, false);
  }

  async resume(realmId: number, user: UserRow): Promise<void> {
    await this.set(realmId, user.id, true);
    await this.presence.tellOfReturn(realmId, user);
  }

  private async set(realmId: number, userId: number, isActive: boolean): Promise<void> {
    await this.changes.setActive(realmId, userId, isActive);
    await this.groups.tellOfActivity(realmId, userId, isActive);
    await this.subscriptions.setUserActive(realmId, userId, isActive);
  }
}
