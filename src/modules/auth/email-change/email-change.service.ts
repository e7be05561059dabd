// Changes of a user's own email address. A change takes effect when the new address is confirmed by a
// link that is sent to it, so that the actor cannot find out whether another account has the address. The
// old address receives a notification.
import { Injectable } from '@nestjs/common';
import { PasswordResetService } from '#modules/auth/passwords';
import { checkedEmail, UserChanges, UserEmails, type UserRow } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { AddressRules } from '#modules/realms/domains';
import { RealmsService } from '#modules/realms/realms';
import { EmailChangeMailer } from './email-change-mailer.service.js';
import { EmailChangesRepository } from './email-changes.repository.js';

@Injectable()
export class EmailChangeService {
  constructor(
    private readonly emailChangesRepository: EmailChangesRepository,
    private readonly emailChangeMailer: EmailChangeMailer,
    private readonly userChanges: UserChanges,
    private readonly userEmails: UserEmails,
    private readonly passwordResetService: PasswordResetService,
    private readonly addressRules: AddressRules,
    private readonly realmsService: RealmsService,
    private readonly database: Database,
  ) {}

  /** Replaces an earlier request. Returns false when the address is the current one. */
  async request(actor: Actor, input: string): Promise<boolean> {
    const { realmId, userId } = actor;
    const email = checkedEmail(input);
    if (email === actor.deliveryEmail) return false;
    await this.requireAllowed(realmId, actor.role, email);
    if (actor.isBot) throw ApiError.badRequest('The email address of a bot cannot be changed');
    await this.emailChangeMailer.requireAllowed(userId);
    await this.database.transaction(async () => {
      const token = await this.emailChangesRepository.issue({ realmId, userId, newEmail: email });
      await this.emailChangeMailer.sendConfirmation(realmId, email, token);
    });
    return true;
  }

  /** The address that the token confirms; undefined when it is no longer valid. */
  async find(realmId: number, token: string): Promise<string | undefined> {
    return (await this.emailChangesRepository.find(realmId, token))?.newEmail;
  }

  /** Returns the new address. Throws when the token is not valid or the address is taken. */
  async confirm(realmId: number, token: string): Promise<string> {
    return this.database.transaction(async () => {
      const change = await this.emailChangesRepository.take(realmId, token);
      if (!change) throw ApiError.badRequest('This link is no longer valid');
      const user = await this.userChanges.lock(realmId, change.userId);
      if (!user.isActive) throw ApiError.badRequest('The account is deactivated');
      await this.requireAllowed(realmId, user.role, change.newEmail);
      await this.change(realmId, user, change.newEmail);
      await this.emailChangeMailer.notifyOldAddress(realmId, user.deliveryEmail, change.newEmail);
      return change.newEmail;
    });
  }

  /**
   * Sets the address. Password reset links sent to the former one become invalid. Throws when another
   * account has the address. Joins the current transaction.
   */
  async change(realmId: number, user: UserRow, email: string): Promise<void> {
    await this.userEmails.change(realmId, user, email);
    await this.passwordResetService.withdraw(user.id);
  }

  /** Invalidates the link of the user, if there is one. Joins the current transaction. */
  async withdraw(userId: number): Promise<void> {
    await this.emailChangesRepository.withdraw(userId);
  }

  /** Throws unless a user of this role may change their address to this one. */
  private async requireAllowed(realmId: number, role: Role, email: string): Promise<void> {
    const { email_changes_disabled: isDisabled } = await this.realmsService.settings(realmId);
    if (isDisabled && role > Role.Administrator) {
      throw ApiError.badRequest('Email addresses cannot be changed in this organization');
    }
    await this.addressRules.check(realmId, email);
  }
}
