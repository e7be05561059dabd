// Sends password reset emails.
import { Injectable } from '@nestjs/common';
import { LoginAccountsRepository } from '#modules/auth/authentication';
import { RealmsService } from '#modules/realms/realms';
import { Database } from '#platform/database/database.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { PasswordResetsRepository } from './password-resets.repository.js';

const PATH = '/accounts/password/reset';

@Injectable()
export class PasswordResetMailer {
  constructor(
    private readonly passwordResetsRepository: PasswordResetsRepository,
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
      const token = await this.passwordResetsRepository.issue({ realmId, userId: account.id });
      await this.mailOutbox.put(account.deliveryEmail, {
        template: 'password-reset',
        variables: {
          ...organization,
          actionUrl: `${organization.organizationUrl}${PATH}/${token}`,
        },
      });
    });
  }
}
