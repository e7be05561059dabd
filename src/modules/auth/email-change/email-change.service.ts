// A new address of one's own counts when mail reaches its owner there: a link in an email to it
// confirms the change, and the old address receives a notice. Whether somebody else has the
// address, only who reads its mail learns.
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

  /** Takes the place of an earlier request. Returns whether there is something to confirm. */
  async request(actor: Actor, given: string): Promise<boolean> {
    const { realmId, userId } = actor;
    const email = checkedEmail(given);
    if (email === actor.deliveryEmail) return false;
    await this.checkOwnAddress(realmId, actor.role, email);
    if (actor.isBot) throw ApiError.badRequest('The address of a bot stays as it is');
    await this.emailChangeMailer.requireAllowed(userId);
    await this.database.transaction(async () => {
      const token = await this.emailChangesRepository.issue(realmId, {
        user_id: userId,
        new_email: email,
      });
      await this.emailChangeMailer.sendConfirmation(realmId, email, token);
    });
    return true;
  }

  /** The address that the token confirms; undefined when it is not valid any more. */
  async find(realmId: number, token: string): Promise<string | undefined> {
    return (await this.emailChangesRepository.find(realmId, token))?.new_email;
  }

  /** Returns the new address. Throws when the token is not valid or the address is taken. */
  async confirm(realmId: number, token: string): Promise<string> {
    return this.database.transaction(async () => {
      const change = await this.emailChangesRepository.take(realmId, token);
      if (!change) throw ApiError.badRequest('This link is not valid any more');
      const user = await this.userChanges.lock(realmId, change.user_id);
      if (!user.isActive) throw ApiError.badRequest('The account is deactivated');
      await this.checkOwnAddress(realmId, user.role, change.new_email);
      await this.change(realmId, user, change.new_email);
      await this.emailChangeMailer.notifyOldAddress(realmId, user.deliveryEmail, change.new_email);
      return change.new_email;
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

  /** Throws unless somebody in the role may take the address for their own account. */
  private async checkOwnAddress(realmId: number, role: Role, email: string): Promise<void> {
    const { email_changes_disabled: isClosed } = await this.realmsService.settings(realmId);
    if (isClosed && role > Role.Administrator) {
      throw ApiError.badRequest('Addresses can not be changed in this organization');
    }
    await this.addressRules.check(realmId, email);
  }
}
