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
      throw ApiError.badRequest('Addresses can not be changed while this server sends no mail');
    }
    await this.rateLimiter.consume('email', `email-change:${userId}`);
  }

  /** Joins the present transaction. */
  async sendConfirmation(realmId: number, email: string, token: string): Promise<void> {
    const { name } = await this.realmsService.get(realmId);
    const url = await this.realmsService.url(realmId);
    await this.mailOutbox.put(email, {
      subject: `Confirm your new address for ${name}`,
      from: name,
      paragraphs: [
        'Hello,',
        `somebody asked to use this address for an account in ${name} (${url}). If it was you, please confirm it within a day.`,
        'If it was not you, there is nothing to do.',
      ],
      action: { label: 'Confirm the new address', url: `${url}${CONFIRM_PATH}/${token}` },
      reason: 'You get this mail because somebody entered this address.',
    });
  }

  /** Joins the present transaction. */
  async notifyOldAddress(realmId: number, oldEmail: string, newEmail: string): Promise<void> {
    const { name } = await this.realmsService.get(realmId);
    const url = await this.realmsService.url(realmId);
    await this.mailOutbox.put(oldEmail, {
      subject: `Your address for ${name} has changed`,
      from: name,
      paragraphs: [
        'Hello,',
        `your account in ${name} (${url}) now has the address ${newEmail}.`,
        'If you did not want this, please tell an administrator of the organization at once.',
      ],
      reason: `You get this mail because this was the address of your account in ${name}.`,
    });
  }
}
