// Accepts invitations. An emailed link proves that its holder controls the address. The holder of a
// reusable link enters an address, and receives an email there with a link of their own, whether or
// not somebody has the address already; only a server without mail has to take their word for it.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { clientNetwork } from '#platform/http/client-network.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { tokenHash } from '#platform/one-time-tokens.js';
import { InvitationMailer } from './invitation-mailer.service.js';
import { InvitationsService } from './invitations.service.js';
import { InviteeAddresses } from './invitee-addresses.service.js';
import { type FoundInvitation, InvitesRepository } from './invites.repository.js';
import type { Invitation } from './invites.view.js';
import { JoinEntry } from './join-entry.service.js';
import { Newcomers } from './newcomers.service.js';

const CONFIRM_MINUTES = 24 * 60;

/** Why a link can not be used; `unknown` if there never was one like it. */
export type LinkProblem = 'unknown' | 'used' | 'revoked' | 'expired';

export class LinkRefused extends Error {
  constructor(readonly problem: LinkProblem) {
    super(`The link is ${problem}`);
  }
}

/** A link that can be used: by its address alone, when `needsEmailConfirmation`. */
export interface OpenLink {
  invitation: Invitation;
  needsEmailConfirmation: boolean;
}

@Injectable()
export class JoinLinks {
  constructor(
    private readonly invitesRepository: InvitesRepository,
    private readonly inviteeAddresses: InviteeAddresses,
    private readonly invitationMailer: InvitationMailer,
    private readonly invitationsService: InvitationsService,
    private readonly rateLimiter: RateLimiter,
    private readonly database: Database,
  ) {}

  /** Throws LinkRefused. */
  async get(realmId: number, token: string): Promise<OpenLink> {
    const invitation = checkOpen(await this.invitesRepository.find(realmId, tokenHash(token)));
    return {
      invitation,
      needsEmailConfirmation: invitation.email === null && this.invitationMailer.canSend,
    };
  }

  /**
   * Sends a link that confirms the address to who came by a link for many. `address` is the IP
   * address, of which no more than an office needs can make this server write to strangers.
   */
  async sendConfirmationEmail(
    realmId: number,
    link: Invitation,
    { given, address }: { given: string; address: string },
  ): Promise<void> {
    const email = given.trim();
    await this.inviteeAddresses.check(realmId, email);
    await this.rateLimiter.consume('joinEmail', `${link.id}:${clientNetwork(address)}`);
    await this.rateLimiter.consume('email', `join:${realmId}:${email.toLowerCase()}`);
    const isTaken = await this.inviteeAddresses.isTaken(realmId, email);
    await this.database.transaction(async () => {
      if (!(await this.invitationsService.mayWrite(realmId, 1))) {
        throw ApiError.badRequest('Too many people were invited today. Please try again tomorrow');
      }
      const token = await this.invitationsService.create(
        realmId,
        { inviterId: link.inviter_id, email, linkId: link.id },
        { ...link, minutes: CONFIRM_MINUTES },
      );
      if (isTaken) await this.invitationMailer.sendAccountExists(realmId, email);
      else await this.invitationMailer.sendConfirmation(realmId, email, token);
    });
  }
}

@Injectable()
export class JoinService {
  constructor(
    private readonly invitesRepository: InvitesRepository,
    private readonly newcomers: Newcomers,
    private readonly inviteeAddresses: InviteeAddresses,
    private readonly invitationsService: InvitationsService,
    private readonly joinEntry: JoinEntry,
    private readonly database: Database,
  ) {}

  /**
   * Of those who use a link for one at the same time, one gets the account. Throws LinkRefused, or
   * an ApiError that says what else is wrong. The address counts for a link for many only. Returns
   * the id of the new user.
   */
  async join(
    realmId: number,
    token: string,
    given: { email: string; fullName: string; password: string },
  ): Promise<number> {
    const passwordHash = await this.joinEntry.passwordHash(realmId, given.password, given);
    return this.database.transaction(async () => {
      const invitation = checkOpen(await this.invitesRepository.lock(realmId, tokenHash(token)));
      const email = invitation.email ?? given.email.trim();
      await this.inviteeAddresses.check(realmId, email);
      const newcomer = { email, fullName: given.fullName, passwordHash };
      const user = await this.newcomers.create(realmId, invitation, newcomer);
      await this.invitesRepository.insertUse(user.id, invitation.id);
      const inviters = await this.invitesRepository.useAllTo(realmId, email);
      if (inviters.length > 0) await this.invitationsService.tell(realmId, inviters);
      return user.id;
    });
  }
}

function checkOpen(found: FoundInvitation | undefined): FoundInvitation {
  if (!found) throw new LinkRefused('unknown');
  if (found.state !== 'open') throw new LinkRefused(found.state);
  if (found.is_expired) throw new LinkRefused('expired');
  if (!found.is_backed) throw new LinkRefused('revoked');
  return found;
}
