// Who is active and who is not, told to everything that keeps lists of active people. Joins the present
// transaction.
import { Injectable } from '@nestjs/common';
import { GroupsService } from '#modules/groups/groups';
import { SubscriptionsService } from '#modules/streams/subscriptions';
import { PresenceDisclosure } from '#modules/users/presence';
import { UserChanges, type UserRow } from '#modules/users/users';

@Injectable()
export class AccountActivity {
  constructor(
    private readonly userChanges: UserChanges,
    private readonly groupsService: GroupsService,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly presenceDisclosure: PresenceDisclosure,
  ) {}

  async end(realmId: number, userId: number): Promise<void> {
    await this.set(realmId, userId, false);
  }

  async resume(realmId: number, user: UserRow): Promise<void> {
    await this.set(realmId, user.id, true);
    await this.presenceDisclosure.tellOfReturn(realmId, user);
  }

  private async set(realmId: number, userId: number, isActive: boolean): Promise<void> {
    await this.userChanges.setActive(realmId, userId, isActive);
    await this.groupsService.tellOfActivity(realmId, userId, isActive);
    await this.subscriptionsService.setUserActive(realmId, userId, isActive);
  }
}
