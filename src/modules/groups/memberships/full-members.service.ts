// Full members: members whose waiting period is over. They are updated by an hourly job and by changes of
// the waiting period.
import { Injectable } from '@nestjs/common';
import { GroupMembership, GroupsService } from '#modules/groups/groups';
import { RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { MembershipChange } from './membership-change.service.js';

const DAY_MS = 24 * 3600 * 1000;

@Injectable()
export class FullMembersService {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly groupsService: GroupsService,
    private readonly groupMembership: GroupMembership,
    private readonly membershipChange: MembershipChange,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Publishes the changed members and the streams that they gain or lose. Joins the current transaction.
   * `waitingDays` overrides the cached setting if the same transaction changed it.
   */
  async refresh(realmId: number, waitingDays?: number): Promise<void> {
    const days =
      waitingDays ?? (await this.realmsService.settings(realmId)).waiting_period_threshold;
    const joinedBy = this.clock.now();
    joinedBy.setTime(joinedBy.getTime() - days * DAY_MS);
    const { 'role:fullmembers': groupId } = await this.groupMembership.systemGroupIds(realmId);
    await this.database.transaction(
      () =>
        this.membershipChange.apply(realmId, [groupId], () =>
          this.groupsService.setFullMembers(realmId, joinedBy),
        ),
      { withoutTimeLimit: true },
    );
  }

  async refreshEverywhere(): Promise<void> {
    for (const { id, deactivated } of await this.realmsService.findAll()) {
      if (!deactivated) await this.refresh(id);
    }
  }
}
