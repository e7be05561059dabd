// Takes away, for good, what somebody told of themselves: name, address, profile and status.
import { Injectable } from '@nestjs/common';
import { UserStatuses } from '#modules/users/status';
import { UserChanges, type UserRow } from '#modules/users/users';

@Injectable()
export class Erasure {
  constructor(
    private readonly userChanges: UserChanges,
    private readonly userStatuses: UserStatuses,
  ) {}

  /** Joins the present transaction. */
  async erase(realmId: number, user: UserRow): Promise<void> {
    await this.userChanges.erase(realmId, user);
    await this.userStatuses.clear(realmId, user.id);
  }
}
