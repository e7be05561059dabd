// Listing, revoking and resending open invitations. Administrators manage all invitations to roles up to
// their own, others those that they sent.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { RealmsService } from '#modules/realms/realms';
import { UsersService } from '#modules/users/users';
import { SecretBox } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { InvitationMailer } from './invitation-mailer.service.js';
import type { InvitationEntity } from './invitation.entity.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InvitationsService } from './invitations.service.js';
import { joinUrl } from './invitations.view.js';

export interface ListedInvitation {
  invitation: InvitationEntity;
  /** Set for a reusable link. */
  linkUrl?: string;
}

@Injectable()
export class ManageInvitationsService {
  constructor(
    private readonly invitationsRepository: InvitationsRepository,
    private readonly invitationsService: InvitationsService,
    private readonly invitationMailer: InvitationMailer,
    private readonly usersService: UsersService,
    private readonly realmsService: RealmsService,
    private readonly rateLimiter: RateLimiter,
    private readonly secretBox: SecretBox,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
  ) {}

  async list(actor: Actor): Promise<ListedInvitation[]> {
    const { realmId } = actor;
    const url = await this.realmsService.url(realmId);
    const invitations = await this.invitationsRepository.findManageable(realmId, actor);
    return invitations.map((invitation) => {
      const { email, tokenSealed } = invitation;
      if (email !== null) return { invitation };
      return { invitation, linkUrl: joinUrl(url, this.secretBox.open(tokenSealed!)) };
    });
  }

  async revoke(actor: Actor, which: { id: number; isLink: boolean }): Promise<void> {
    await this.database.transaction(async () => {
      const invitation = await this.lock(actor, which);
      await this.invitationsRepository.revoke(invitation);
      this.auditLog.record(actor.realmId, {
        kind: 'invitation.revoked',
        targetIds: [invitation.id],
        before: { email: invitation.email, role: invitation.role },
      });
      await this.invitationsService.publishChange(actor.realmId, [invitation.inviterId]);
    });
  }

  /** Sends the same link again, so that the former email works too, and restarts the time of validity. */
  async resend(actor: Actor, id: number): Promise<void> {
    const { realmId, userId } = actor;
    this.invitationMailer.requireMailServer();
    await this.rateLimiter.consume('email', `invitation:${id}:${userId}`);
    await this.database.transaction(async () => {
      const invitation = await this.lock(actor, { id, isLink: false });
      const { email, inviterId } = invitation;
      if (!(await this.invitationsService.reserveEmails(realmId, 1))) {
        throw ApiError.badRequest('Too many people were invited today. Please try again tomorrow');
      }
      const [inviter] = await this.usersService.findByIds(realmId, [inviterId]);
      const tokens = new Map([[email!, await this.invitationsService.renew(invitation)]]);
      await this.invitationMailer.sendInvitations(realmId, tokens, inviter!.fullName);
      await this.invitationsService.publishChange(realmId, [inviterId]);
    });
  }

  private async lock(
    actor: Actor,
    which: { id: number; isLink: boolean },
  ): Promise<InvitationEntity> {
    const invitation = await this.invitationsRepository.findManageableForUpdate(
      actor.realmId,
      actor,
      which,
    );
    if (!invitation) throw ApiError.badRequest('No such invitation');
    return invitation;
  }
}
