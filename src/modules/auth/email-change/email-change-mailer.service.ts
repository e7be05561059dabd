// The emails of an address change: a confirmation link to the new address, a notice to the old one.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';

/** The path of the confirmation page, before the token. */
const CONFIRM_PATH = '/accounts/confirm_new_email';

@Injectable()
export class EmailChangeMailer {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly mailOutbox: MailOutbox,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** Throws when the server sends no mail, or when the user exceeds the rate limit. */
  async requireAllowed(userId: number): Promise<void> {
    if (!this.mailOutbox.isOpen) {
      throw ApiError.badRequest(
        'Email addresses cannot be changed because this server sends no mail',
      );
    }
    await this.rateLimiter.consume('email', `email-change:${userId}`);
  }

  /** Joins the current transaction. */
  async sendConfirmation(realmId: number, email: string, token: string): Promise<void> {
    const organization = await this.realmsService.emailVariables(realmId);
    await this.mailOutbox.put(email, {
      template: 'email-change-confirmation',
      variables: {
        ...organization,
        actionUrl: `${organization.organizationUrl}${CONFIRM_PATH}/${token}`,
      },
    });
  }

  /** Does nothing if there is no mail server any more. Joins the current transaction. */
  async notifyOldAddress(realmId: number, oldEmail: string, newEmail: string): Promise<void> {
    if (!this.mailOutbox.isOpen) return;
    await this.mailOutbox.put(oldEmail, {
      template: 'email-changed',
      variables: { ...(await this.realmsService.emailVariables(realmId)), newEmail },
    });
  }
}
