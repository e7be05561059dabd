// The links in sent emails that still work: address confirmations, password resets and the
// invitations that a user sent.
import { Injectable } from '@nestjs/common';
import { InvitationsService } from '#modules/invites/invites';
import { PasswordResets } from '#modules/users/users';
import { EmailChangeService } from '#modules/auth/email-change';

@Injectable()
export class PendingEmailLinks {
  constructor(
    private readonly emailChangeService: EmailChangeService,
    private readonly passwordResets: PasswordResets,
    private readonly invitationsService: InvitationsService,
  ) {}

  /** Joins the present transaction. */
  async invalidate(realmId: number, userId: number): Promise<void> {
    await this.emailChangeService.withdraw(userId);
    await this.passwordResets.withdraw(userId);
    await this.invitationsService.revokeAllOf(realmId, userId);
  }
}
