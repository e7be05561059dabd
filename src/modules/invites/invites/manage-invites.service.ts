// What becomes of invitations until somebody accepts them. Administrators see and change all but
// those to a role above their own, others what they sent.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { UsersService } from '#modules/users/users';
import { SecretBox } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { InvitationMailer } from './invitation-mailer.service.js';
import { InvitationsService } from './invitations.service.js';
import { InvitesRepository } from './invites.repository.js';
import { type Invitation, inviteView, joinUrl } from './invites.view.js';

@Injectable()
export class ListInvites {
  constructor(
    private readonly invitesRepository: InvitesRepository,
    private readonly realmsService: RealmsService,
    private readonly secretBox: SecretBox,
  ) {}

  async list(actor: Actor): Promise<Schema<'Invite'>[]> {
    const url = await this.realmsService.url(actor.realmId);
    const invitations = await this.invitesRepository.listFor(actor.realmId, actor);
    return invitations.map((invitation) => {
      const { token_sealed: sealed } = invitation;
      return sealed === null
        ? inviteView(invitation)
        : inviteView(invitation, joinUrl(url, this.secretBox.open(sealed)));
    });
  }
}

@Injectable()
export class ManageInvites {
  constructor(
    private readonly invitesRepository: InvitesRepository,
    private readonly invitationsService: InvitationsService,
    private readonly invitationMailer: InvitationMailer,
    private readonly usersService: UsersService,
    private readonly rateLimiter: RateLimiter,
    private readonly database: Database,
  ) {}

  async revoke(actor: Actor, which: { id: number; isLink: boolean }): Promise<void> {
    await this.database.transaction(async () => {
      const { id, inviter_id: inviterId } = await this.lock(actor, which);
      await this.invitesRepository.end(id, 'revoked');
      await this.invitationsService.tell(actor.realmId, [inviterId]);
    });
  }

  /** The link of the previous email no longer works, and the validity period starts again. */
  async resend(actor: Actor, id: number): Promise<void> {
    const { realmId, userId } = actor;
    this.invitationMailer.requireMailServer();
    await this.rateLimiter.consume('email', `invitation:${id}:${userId}`);
    await this.database.transaction(async () => {
      const { email, inviter_id: inviterId } = await this.lock(actor, { id, isLink: false });
      if (!(await this.invitationsService.mayWrite(realmId, 1))) {
        throw ApiError.badRequest('Too many people were invited today. Please try again tomorrow');
      }
      const [inviter] = await this.usersService.findByIds(realmId, [inviterId]);
      const token = await this.invitationsService.renew(id);
      await this.invitationMailer.sendInvitations(
        realmId,
        new Map([[email!, token]]),
        inviter!.fullName,
      );
      await this.invitationsService.tell(realmId, [inviterId]);
    });
  }

  private async lock(actor: Actor, which: { id: number; isLink: boolean }): Promise<Invitation> {
    const invitation = await this.invitesRepository.lockFor(actor.realmId, actor, which);
    if (!invitation) throw ApiError.badRequest('No such invitation');
    return invitation;
  }
}
