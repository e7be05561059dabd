// Who may change whom. Administrators may change everybody but owners, whom only owners change; and
// the organization always keeps one owner.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import type { UserRow } from '#modules/users/users';
import { Clock, parseTime } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 3600 * 1000;

@Injectable()
export class AccountsAccess {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly clock: Clock,
  ) {}

  checkOwner(actor: Actor): void {
    if (actor.role !== Role.Owner) throw ApiError.badRequest('Must be an organization owner');
  }

  checkMayManage(actor: Actor, user: Pick<UserRow, 'role'>): void {
    if (user.role === Role.Owner) this.checkOwner(actor);
  }

  /** Whether the user's waiting period is over, as far as that matters in their role. */
  async isFullMember(realmId: number, user: UserRow): Promise<boolean> {
    const { waiting_period_threshold: days } = await this.realmsService.settings(realmId);
    if (days === 0) return true;
    // The time is known to the minute, and nobody is let in early.
    const joined = parseTime(user.date_joined)!.getTime() + MINUTE_MS;
    return joined + days * DAY_MS <= this.clock.now().getTime();
  }
}
