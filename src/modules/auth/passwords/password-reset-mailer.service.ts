// Sends password reset emails.
import { Injectable } from '@nestjs/common';
import { LoginAccountsRepository } from '#modules/auth/authentication';
import { RealmsService } from '#modules/realms/realms';
import { Database } from '#platform/database/database.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { PasswordResetLinks } from './password-reset-links.service.js';

@Injectable()
export class PasswordResetMailer {
  constructor(
    private readonly passwordResetLinks: PasswordResetLinks,
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly realmsService: RealmsService,
    private readonly mailOutbox: MailOutbox,
    private readonly database: Database,
  ) {}

  /** Replaces an earlier reset link. Does nothing when the address has no active account. */
  async send(realmId: number, email: string): Promise<void> {
    const account = await this.loginAccountsRepository.findByEmail(realmId, email);
    if (!account?.isActive) return;
    const organization = await this.realmsService.emailVariables(realmId);
    await this.database.transaction(async () => {
      const actionUrl = await this.passwordResetLinks.issue(realmId, account.id);
      await this.mailOutbox.put(account.deliveryEmail, {
        template: 'password-reset',
        variables: { ...organization, actionUrl },
      });
    });
  }
}
