// Sends invitation emails. Every method joins the current transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { Email } from '#platform/mail/email.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { joinUrl } from './invites.view.js';

@Injectable()
export class InvitationMailer {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly mailOutbox: MailOutbox,
  ) {}

  get canSend(): boolean {
    return this.mailOutbox.isOpen;
  }

  /** Throws when the server sends no mail. */
  requireMailServer(): void {
    if (this.canSend) return;
    throw ApiError.badRequest('Nobody can be invited by mail while this server sends no mail');
  }

  /** `tokens` are those of the addresses. */
  async sendInvitations(
    realmId: number,
    tokens: ReadonlyMap<string, string>,
    inviterName: string,
  ): Promise<void> {
    const { name } = await this.realmsService.get(realmId);
    const url = await this.realmsService.url(realmId);
    const emailWith = (token: string): Email => ({
      subject: `${inviterName} invites you to ${name}`,
      from: name,
      paragraphs: ['Hello,', `${inviterName} invites you to join ${name} (${url}) on Parley.`],
      action: { label: 'Join', url: joinUrl(url, token) },
      reason: `You get this mail because somebody in ${name} entered your address. If you do not want to join, there is nothing to do.`,
    });
    await this.mailOutbox.putAll(
      new Map([...tokens].map(([email, token]) => [email, emailWith(token)])),
    );
  }

  /** To who came by a link that many can use. */
  async sendConfirmation(realmId: number, email: string, token: string): Promise<void> {
    const { name } = await this.realmsService.get(realmId);
    const url = await this.realmsService.url(realmId);
    await this.mailOutbox.put(email, {
      subject: `Join ${name}`,
      from: name,
      paragraphs: ['Hello,', `here you can go on to join ${name} (${url}), within a day.`],
      action: { label: 'Join', url: joinUrl(url, token) },
      reason: 'You get this mail because somebody entered this address.',
    });
  }

  /** The same to somebody who is there already: only who reads the mail learns so. */
  async sendAccountExists(realmId: number, email: string): Promise<void> {
    const { name } = await this.realmsService.get(realmId);
    const url = await this.realmsService.url(realmId);
    await this.mailOutbox.put(email, {
      subject: `Your account in ${name}`,
      from: name,
      paragraphs: [
        'Hello,',
        `you asked to join ${name} (${url}), but there is already an account with this address. Please log in with it.`,
      ],
      reason: 'You get this mail because somebody entered this address.',
    });
  }
}
