// Sends password reset emails.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { PasswordResets } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { LoginAccountsRepository } from '#modules/auth/authentication';

const PATH = '/accounts/password/reset';

@Injectable()
export class PasswordResetMailer {
  constructor(
    private readonly passwordResets: PasswordResets,
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly realmsService: RealmsService,
    private readonly mailOutbox: MailOutbox,
    private readonly database: Database,
  ) {}

  /** Replaces an earlier reset link. Does nothing when the address has no active account. */
  async send(realmId: number, email: string): Promise<void> {
    const account = await this.loginAccountsRepository.findPerson(realmId, email);
    if (!account?.isActive) return;
    const { name } = await this.realmsService.get(realmId);
    const url = await this.realmsService.url(realmId);
    await this.database.transaction(async () => {
      const token = await this.passwordResets.issue(realmId, account.id);
      await this.mailOutbox.put(account.deliveryEmail, {
        subject: `A new password for ${name}`,
        from: name,
        paragraphs: [
          'Hello,',
          `somebody asked for a new password for your account in ${name} (${url}). If it was you, please choose one within a day.`,
          'If it was not you, there is nothing to do: your password stays as it is.',
        ],
        action: { label: 'Choose a new password', url: `${url}${PATH}/${token}` },
        reason: `You get this mail because this is the address of your account in ${name}.`,
      });
    });
  }
}
