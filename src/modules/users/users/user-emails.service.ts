// The address of a user: which it is, and who may see it. Everything joins the present transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { EmailVisibility } from '#modules/users/visibility';
import { UserChangesRepository } from './user-changes.repository.js';
import { UserEvents } from './user-events.service.js';
import { checkedAddress } from './user-rules.js';
import { UsersRepository } from './users.repository.js';
import type { UserRow } from './users.view.js';

@Injectable()
export class UserEmails {
  constructor(
    private readonly userChangesRepository: UserChangesRepository,
    private readonly usersRepository: UsersRepository,
    private readonly userEvents: UserEvents,
    private readonly realmsService: RealmsService,
  ) {}

  /** Throws when it is no address or somebody else's. */
  async change(realmId: number, user: UserRow, given: string): Promise<void> {
    const email = checkedAddress(given, await this.realmsService.host(realmId));
    if (email === user.delivery_email) return;
    if (!(await this.userChangesRepository.setDeliveryEmail(user.id, email))) {
      throw ApiError.badRequest('There is already an account with this e-mail address');
    }
    const changed = await this.usersRepository.findById(realmId, user.id);
    await this.userEvents.publishEmail(realmId, changed!);
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
    const host = await this.realmsService.host(realmId);
    const changed = await this.userChangesRepository.setEmailVisibility(
      realmId,
      userIds,
      visibility,
      host,
    );
    const before = new Map(changed.map((user) => [user.id, user.before]));
    const users = await this.usersRepository.findSome(realmId, [...before.keys()]);
    await this.userEvents.publishEmailVisibility(realmId, users, before);
    return [...before.keys()];
  }

  /** Whether the operator lets this owner change the addresses of others. */
  mayChangeOthers(userId: number): Promise<boolean> {
    return this.userChangesRepository.mayChangeEmails(userId);
  }
}
