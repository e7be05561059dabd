// The address of a user: which it is, and who may see it. Everything joins the present transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms.service.js';
import { ApiError } from '#platform/http/api-error.js';
import type { EmailVisibility, Observer } from './email-visibility.js';
import { KnownUsersRepository } from './known-users.repository.js';
import { UserChangesRepository } from './user-changes.repository.js';
import { UserEvents } from './user-events.service.js';
import { UsersRepository } from './users.repository.js';
import { mayObserve, type UserRow } from './users.view.js';

export { EmailVisibility } from './email-visibility.js';

@Injectable()
export class UserEmails {
  constructor(
    private readonly repository: UserChangesRepository,
    private readonly users: UsersRepository,
    private readonly known: KnownUsersRepository,
    private readonly events: UserEvents,
    private readonly realms: RealmsService,
  ) {}

  /** Whether somebody of the realm has this address, in whatever case. */
  async isTaken(realmId: number, email: string): Promise<boolean> {
    return (await this.users.summariesByEmails(realmId, [email])).length > 0;
  }

  /** The address must have been checked. */
  async change(realmId: number, user: UserRow, email: string): Promise<void> {
    if (email === user.delivery_email) return;
    if (!(await this.repository.setDeliveryEmail(user.id, email))) {
      throw ApiError.badRequest('There is already an account with this e-mail address');
    }
    const changed = await this.users.findById(realmId, user.id);
    await this.events.tellOfAddress(realmId, changed!);
  }

  /**
   * Stores the setting `email_address_visibility` of these people and does what follows from it,
   * but for the event about the setting itself. Returns the ids of those in whom it changed.
   */
  async setVisibility(
    realmId: number,
    userIds: number[],
    visibility: EmailVisibility,
  ): Promise<number[]> {
    const host = await this.realms.host(realmId);
    const changed = await this.repository.setEmailVisibility(realmId, userIds, visibility, host);
    const before = new Map(changed.map((user) => [user.id, user.before]));
    for (const user of await this.users.findSome(realmId, [...before.keys()])) {
      await this.events.tellOfVisibility(realmId, user, before.get(user.id)!);
    }
    return [...before.keys()];
  }

  /** Tells somebody whose role changed which addresses they may see now, and which no longer. */
  async tellOfSight(realmId: number, before: Observer, after: Observer): Promise<void> {
    const ids = await this.known.reservedIds(realmId);
    for (const user of await this.users.findSome(realmId, ids)) {
      const sees = mayObserve(after, user);
      if (sees === mayObserve(before, user)) continue;
      this.events.tellOfSight(realmId, user, after.userId, sees);
    }
  }

  mayChangeOthers(userId: number): Promise<boolean> {
    return this.repository.mayChangeEmails(userId);
  }
}
