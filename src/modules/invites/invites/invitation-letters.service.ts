// The letters with invitations. Everything joins the present transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { Letter } from '#platform/mail/letter.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { joinUrl } from './invites.view.js';

@Injectable()
export class InvitationLetters {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly mailOutbox: MailOutbox,
  ) {}

  get arePossible(): boolean {
    return this.mailOutbox.isOpen;
  }

  /** Throws when no letter can be sent. */
  checkPossible(): void {
    if (this.arePossible) return;
    throw ApiError.badRequest('Nobody can be invited by mail while this server sends no mail');
  }

  /** `tokens` are those of the addresses. */
  async invite(
    realmId: number,
    tokens: ReadonlyMap<string, string>,
    inviterName: string,
  ): Promise<void> {
    const { name } = await this.realmsService.get(realmId);
    const url = await this.realmsService.url(realmId);
    const letterWith = (token: string): Letter => ({
      subject: `${inviterName} invites you to ${name}`,
      from: name,
      paragraphs: ['Hello,', `${inviterName} invites you to join ${name} (${url}) on Parley.`],
      action: { label: 'Join', url: joinUrl(url, token) },
      reason: `You get this mail because somebody in ${name} entered your address. If you do not want to join, there is nothing to do.`,
    });
    await this.mailOutbox.putAll(
      new Map([...tokens].map(([email, token]) => [email, letterWith(token)])),
    );
  }

  /** To who came by a link that many can use. */
  async confirmAddress(realmId: number, email: string, token: string): Promise<void> {
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
  async tellOfAccount(realmId: number, email: string): Promise<void> {
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
