// What letters of an account still offer: a new address to confirm, and invitations to accept.
import { Injectable } from '@nestjs/common';
import { InvitationsService } from '#modules/invites/invitations.service.js';
import { EmailChangesRepository } from './email-changes.repository.js';

@Injectable()
export class OpenLetters {
  constructor(
    private readonly emailChanges: EmailChangesRepository,
    private readonly invitations: InvitationsService,
  ) {}

  /** Joins the present transaction. */
  async invalidate(realmId: number, userId: number): Promise<void> {
    await this.emailChanges.deleteOf(userId);
    await this.invitations.revokeAllOf(realmId, userId);
  }
}
