// Sends invitation emails. Every method joins the current transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import type { Email } from '#platform/mail/email.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { joinUrl } from './invitations.view.js';

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
    throw ApiError.badRequest('Invitations cannot be sent because this server sends no mail');
  }

  /** `tokens` maps each address to the token of its link. */
  async sendInvitations(
    realmId: number,
    tokens: ReadonlyMap<string, string>,
    inviter: string,
  ): Promise<void> {
    const organization = await this.realmsService.emailVariables(realmId);
    const emailWith = (token: string): Email => ({
      template: 'invitation',
      variables: {
        ...organization,
        inviter,
        actionUrl: joinUrl(organization.organizationUrl, token),
      },
    });
    await this.mailOutbox.putAll(
      new Map([...tokens].map(([email, token]) => [email, emailWith(token)])),
    );
  }

  /** For the holder of a reusable link: the link confirms the address. */
  async sendConfirmation(realmId: number, email: string, token: string): Promise<void> {
    const organization = await this.realmsService.emailVariables(realmId);
    const actionUrl = joinUrl(organization.organizationUrl, token);
    await this.mailOutbox.put(email, {
      template: 'join-confirmation',
      variables: { ...organization, actionUrl },
    });
  }

  /**
   * Sent instead of a confirmation to an address with an account, whose existence the page does not
   * reveal.
   */
  async sendAccountExists(realmId: number, email: string): Promise<void> {
    await this.mailOutbox.put(email, {
      template: 'join-account-exists',
      variables: await this.realmsService.emailVariables(realmId),
    });
  }
}
