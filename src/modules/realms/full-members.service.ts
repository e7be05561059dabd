// Who has been a member for longer than the waiting period is a full member. Time alone makes one,
// so the list is brought up to date by the clock, and whenever the period changes.
import { Injectable } from '@nestjs/common';
import { GroupsService } from '#modules/groups/groups.service.js';
import { Clock } from '#platform/clock.js';
import { RealmsService } from './realms.service.js';

const DAY_MS = 24 * 3600 * 1000;

@Injectable()
export class FullMembersService {
  constructor(
    private readonly realms: RealmsService,
    private readonly groups: GroupsService,
    private readonly clock: Clock,
  ) {}

  async refresh(realmId: number): Promise<void> {
    const { waiting_period_threshold: days } = await this.realms.settings(realmId);
    const joinedBy = this.clock.now();
    joinedBy.setTime(joinedBy.getTime() - days * DAY_MS);
    await this.groups.setFullMembers(realmId, joinedBy);
  }

  async refreshEverywhere(): Promise<void> {
    for (const { id, deactivated } of await this.realms.findAll()) {
      if (!deactivated) await this.refresh(id);
    }
  }
}
