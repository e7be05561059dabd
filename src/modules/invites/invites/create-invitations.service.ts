// Creation of invitations: one email for each address, or a reusable link.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { RealmsService } from '#modules/realms/realms';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { InvitationMailer } from './invitation-mailer.service.js';
import type { InvitationTerms } from './invitation.entity.js';
import { InvitationsAccess } from './invitations.access.js';
import { InvitationsService } from './invitations.service.js';
import { joinUrl } from './invitations.view.js';
import {
  InviteeAddresses,
  parseAddresses,
  type RefusedAddress,
} from './invitee-addresses.service.js';

export interface InvitationInput extends Omit<InvitationTerms, 'welcomeText' | 'minutes'> {
  /** Undefined, like null, keeps the welcome text of the organization. */
  welcomeText: string | null | undefined;
  /** Null for no limit, undefined for the default of the server. */
  minutes: number | null | undefined;
}

@Injectable()
export class CreateInvitationsService {
  constructor(
    private readonly invitationsAccess: InvitationsAccess,
    private readonly inviteeAddresses: InviteeAddresses,
    private readonly invitationMailer: InvitationMailer,
    private readonly invitationsService: InvitationsService,
    private readonly realmsService: RealmsService,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /**
   * Invites every address that can be invited. Throws INVITATION_FAILED with the reasons when an
   * address cannot be, even though others were.
   */
  async sendEmails(actor: Actor, addresses: string, input: InvitationInput): Promise<void> {
    const { realmId, userId: inviterId } = actor;
    await this.invitationsAccess.requireMayInvite(actor, 'can_invite_users_group', input);
    const emails = parseAddresses(addresses);
    if (emails.length === 0) throw ApiError.badRequest('Enter at least one email address');
    this.invitationMailer.requireMailServer();
    // A list that cannot be sent today is rejected before its addresses are checked.
    if (emails.length > this.config.invitations.perDay) throw limitReached();
    const { invitable, refused } = await this.inviteeAddresses.classify(realmId, emails);
    if (invitable.length > 0) {
      const terms = this.termsOf(actor, input);
      await this.database.transaction(async () => {
        if (!(await this.invitationsService.reserveEmails(realmId, invitable.length))) {
          throw limitReached();
        }
        const invitees = { inviterId, emails: invitable };
        const tokens = await this.invitationsService.createForEmails(realmId, invitees, terms);
        await this.invitationMailer.sendInvitations(realmId, tokens, actor.fullName);
        await this.invitationsService.publishChange(realmId, [inviterId]);
      });
    }
    if (refused.length > 0) throw invitationFailed(refused, invitable.length > 0);
  }

  /** Returns the URL of a new reusable link. */
  async createLink(actor: Actor, input: InvitationInput): Promise<string> {
    const { realmId, userId: inviterId } = actor;
    await this.invitationsAccess.requireMayInvite(actor, 'create_multiuse_invite_group', input);
    const terms = this.termsOf(actor, input);
    const token = await this.database.transaction(async () => {
      const created = await this.invitationsService.createLink(realmId, inviterId, terms);
      await this.invitationsService.publishChange(realmId, [inviterId]);
      return created;
    });
    return joinUrl(await this.realmsService.url(realmId), token);
  }

  private termsOf(actor: Actor, input: InvitationInput): InvitationTerms {
    const { validMinutes } = this.config.invitations;
    const isAdministrator = actor.role <= Role.Administrator;
    return {
      role: input.role,
      streamIds: [...new Set(input.streamIds)],
      groupIds: [...new Set(input.groupIds)],
      withDefaultStreams: input.withDefaultStreams,
      notifiesInviter: input.notifiesInviter,
      // Only administrators choose a welcome text; that of others is ignored.
      welcomeText: isAdministrator ? (input.welcomeText ?? null) : null,
      minutes: input.minutes === undefined ? validMinutes : input.minutes,
    };
  }
}

function limitReached(): ApiError {
  return failure(
    'The organization has reached its daily limit of invitations; no invitations were sent',
    { refused: [], isSent: false, isLimitReached: true },
  );
}

function invitationFailed(refused: RefusedAddress[], isSent: boolean): ApiError {
  const message = isSent
    ? 'Some of these addresses could not be invited; the others were invited'
    : 'None of these addresses could be invited';
  return failure(message, { refused, isSent, isLimitReached: false });
}

function failure(
  message: string,
  outcome: { refused: RefusedAddress[]; isSent: boolean; isLimitReached: boolean },
): ApiError {
  const { refused, isSent, isLimitReached } = outcome;
  return new ApiError('INVITATION_FAILED', 400, message, {
    errors: refused.map(({ email, reason, isDeactivated }) => [email, reason, isDeactivated]),
    sent_invitations: isSent,
    daily_limit_reached: isLimitReached,
    license_limit_reached: false,
  });
}
