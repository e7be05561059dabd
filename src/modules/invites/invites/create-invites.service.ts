// Creates invitations: one email per address, or a reusable link.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { RealmsService } from '#modules/realms/realms';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { InvitationMailer } from './invitation-mailer.service.js';
import { InvitationsService } from './invitations.service.js';
import { addressesIn, InviteeAddresses, type RefusedAddress } from './invitee-addresses.service.js';
import { type InviteRequest, InvitesAccess, welcomeTextOf } from './invites.access.js';
import { type InvitationTerms, joinUrl } from './invites.view.js';

interface Failure {
  refused: RefusedAddress[];
  someWereSent: boolean;
  isLimitReached?: boolean;
}

/** By email: what is wrong with one address keeps nobody else from being invited. */
@Injectable()
export class SendInvites {
  constructor(
    private readonly invitesAccess: InvitesAccess,
    private readonly inviteeAddresses: InviteeAddresses,
    private readonly invitationMailer: InvitationMailer,
    private readonly invitationsService: InvitationsService,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Throws INVITATION_FAILED, which tells each address, when somebody was not invited. */
  async send(actor: Actor, given: string, request: InviteRequest): Promise<void> {
    const { realmId, userId: inviterId } = actor;
    await this.invitesAccess.checkMayInvite(actor, 'can_invite_users_group', request);
    const emails = addressesIn(given);
    if (emails.length === 0) throw ApiError.badRequest('Give at least one e-mail address');
    this.invitationMailer.requireMailServer();
    this.checkLimit(emails.length);
    const { invitable, refused } = await this.inviteeAddresses.sort(realmId, emails);
    if (invitable.length > 0) {
      const terms = termsOf(actor, request, this.config);
      await this.database.transaction(async () => {
        if (!(await this.invitationsService.mayWrite(realmId, invitable.length)))
          throw limitReached();
        const tokens = await this.invitationsService.createAll(
          realmId,
          inviterId,
          invitable,
          terms,
        );
        await this.invitationMailer.sendInvitations(realmId, tokens, actor.fullName);
        await this.invitationsService.tell(realmId, [inviterId]);
      });
    }
    if (refused.length > 0) {
      throw invitationFailed({ refused, someWereSent: invitable.length > 0 });
    }
  }

  /** Before each of a very long list is looked at. */
  private checkLimit(count: number): void {
    if (count > this.config.invitations.perDay) throw limitReached();
  }
}

/** By a link that can be used until it ends. */
@Injectable()
export class CreateInviteLink {
  constructor(
    private readonly invitesAccess: InvitesAccess,
    private readonly invitationsService: InvitationsService,
    private readonly realmsService: RealmsService,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Returns the link. */
  async create(actor: Actor, request: InviteRequest): Promise<string> {
    const { realmId, userId: inviterId } = actor;
    await this.invitesAccess.checkMayInvite(actor, 'create_multiuse_invite_group', request);
    const terms = termsOf(actor, request, this.config);
    const token = await this.database.transaction(async () => {
      const made = await this.invitationsService.create(realmId, { inviterId, email: null }, terms);
      await this.invitationsService.tell(realmId, [inviterId]);
      return made;
    });
    return joinUrl(await this.realmsService.url(realmId), token);
  }
}

function termsOf(actor: Actor, request: InviteRequest, config: Config): InvitationTerms {
  return {
    role: request.role,
    stream_ids: [...new Set(request.streamIds)],
    group_ids: [...new Set(request.groupIds)],
    with_default_streams: request.withDefaultStreams,
    notifies_inviter: request.notifiesInviter,
    welcome_text: welcomeTextOf(actor, request),
    minutes: request.minutes === undefined ? config.invitations.validMinutes : request.minutes,
  };
}

function limitReached(): ApiError {
  return invitationFailed({ refused: [], someWereSent: false, isLimitReached: true });
}

function invitationFailed({ refused, someWereSent, isLimitReached = false }: Failure): ApiError {
  const message = isLimitReached
    ? 'The organization has reached its limit of invitations for a day; nobody was invited'
    : someWereSent
      ? 'Some of these people could not be invited; the others were'
      : 'None of these people could be invited';
  return new ApiError('INVITATION_FAILED', 400, message, {
    errors: refused.map(({ email, reason, isDeactivated }) => [email, reason, isDeactivated]),
    sent_invitations: someWereSent,
    daily_limit_reached: isLimitReached,
    license_limit_reached: false,
  });
}
