// What letters of an account still offer: a new address to confirm, a new
// password to choose, and invitations to accept.
import { Injectable } from '@nestjs/common';
import { InvitationsService } from '#modules/invites/invites';
import { PasswordResets } from '#modules/users/users';
import { EmailChangesRepository } from './email-changes.repository.js';

@Injectable()
export class OpenLetters {
  constructor(
    private readonly emailChangesRepository: EmailChangesRepository,
    private readonly passwordResets: PasswordResets,
    private readonly invitationsService: InvitationsService,
  ) {}

  /** Joins the present transaction. */
  async invalidate(realmId: number, userId: number): Promise<void> {
    await this.emailChangesRepository.withdraw(userId);
    await this.passwordResets.withdraw(userId);
    await this.invitationsService.revokeAllOf(realmId, userId);
  }
}
