// Accepting an invitation, which creates the account. An emailed link proves that its holder controls the
// address. The holder of a reusable link enters an address, and has to confirm it by a link that is mailed
// there; only a server without mail accepts the address as it is entered.
import { Injectable } from '@nestjs/common';
import { Passwords } from '#modules/auth/passwords';
import { UserGroupMembersService } from '#modules/groups/user-groups';
import { SendMessageService } from '#modules/messages/send';
import { CreateUserService } from '#modules/users/creation';
import { actorOf, type CreatedUser, UsersService, type UserSummary } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { LoginOrigin } from '#platform/http/actor.js';
import { clientNetwork } from '#platform/http/client-network.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { tokenHash } from '#platform/one-time-tokens.js';
import { InvitationMailer } from './invitation-mailer.service.js';
import { type InvitationEntity, termsOf } from './invitation.entity.js';
import { InvitationsAccess } from './invitations.access.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InvitationsService } from './invitations.service.js';
import { InviteeAddresses } from './invitee-addresses.service.js';

const CLIENT_NAME = 'Internal';
const CONFIRMATION_MINUTES = 24 * 60;

/** The reason why an invitation cannot be accepted. */
export type InvitationProblem = 'unknown' | 'used' | 'revoked' | 'expired';

export class InvitationRefused extends Error {
  constructor(readonly problem: InvitationProblem) {
    super(`The invitation is ${problem}`);
  }
}

export interface OpenInvitation {
  invitation: InvitationEntity;
  inviter: UserSummary;
  /** Whether the address has to be confirmed before the account can be created. */
  needsConfirmation: boolean;
}

/** `email` matters for a reusable link only. */
export interface Registration {
  email: string;
  fullName: string;
  password: string;
  /** The default stream groups that the user chose. */
  groupIds: number[];
}

@Injectable()
export class AcceptInvitationService {
  constructor(
    private readonly invitationsRepository: InvitationsRepository,
    private readonly invitationsAccess: InvitationsAccess,
    private readonly invitationsService: InvitationsService,
    private readonly inviteeAddresses: InviteeAddresses,
    private readonly invitationMailer: InvitationMailer,
    private readonly passwords: Passwords,
    private readonly createUserService: CreateUserService,
    private readonly userGroupMembersService: UserGroupMembersService,
    private readonly usersService: UsersService,
    private readonly sendMessageService: SendMessageService,
    private readonly rateLimiter: RateLimiter,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Throws InvitationRefused unless the invitation can be accepted. */
  async find(realmId: number, token: string): Promise<OpenInvitation> {
    return this.requireOpen(
      await this.invitationsRepository.findByToken(realmId, tokenHash(token)),
    );
  }

  /**
   * Sends a link to the address that the holder of a reusable link entered. An address with an account
   * receives an email as well, so that the response does not reveal the account. Limited per network of
   * the client, because the emails can go to any address.
   */
  async sendConfirmation(
    realmId: number,
    { invitation: link }: OpenInvitation,
    input: { email: string; address: LoginOrigin['address'] },
  ): Promise<void> {
    const email = input.email.trim();
    await this.inviteeAddresses.requireAllowed(realmId, email);
    await this.rateLimiter.consume('joinEmail', `${link.id}:${clientNetwork(input.address)}`);
    await this.rateLimiter.consume('email', `join:${realmId}:${email.toLowerCase()}`);
    const isTaken = await this.inviteeAddresses.isTaken(realmId, email);
    await this.database.transaction(async () => {
      if (!(await this.invitationsService.reserveEmails(realmId, 1))) {
        throw ApiError.badRequest('Too many people were invited today. Please try again tomorrow');
      }
      const tokens = await this.invitationsService.createForEmails(
        realmId,
        { inviterId: link.inviterId, linkId: link.id, emails: [email] },
        { ...termsOf(link), minutes: CONFIRMATION_MINUTES },
      );
      if (isTaken) await this.invitationMailer.sendAccountExists(realmId, email);
      else await this.invitationMailer.sendConfirmation(realmId, email, tokens.get(email)!);
    });
  }

  /**
   * Returns the id of the new user. Channels and groups that the inviter may no longer add users to are
   * left out. Throws InvitationRefused, or an ApiError for invalid input.
   */
  async accept(realmId: number, token: string, input: Registration): Promise<number> {
    const passwordHash = await this.hashPassword(realmId, input);
    return this.database.transaction(async () => {
      const { invitation, inviter } = await this.requireOpen(
        await this.invitationsRepository.findByTokenForUpdate(realmId, tokenHash(token)),
      );
      const email = invitation.email ?? input.email.trim();
      await this.inviteeAddresses.requireAllowed(realmId, email);
      const actor = actorOf(inviter, CLIENT_NAME);
      const streamIds = await this.invitationsAccess.filterStreams(actor, invitation.streamIds);
      const groupIds = await this.invitationsAccess.filterGroups(actor, invitation.groupIds);
      const user = await this.createUserService.create(
        { realmId, userId: inviter.id },
        { email, fullName: input.fullName, passwordHash, role: invitation.role },
        { streamIds, withDefaults: invitation.withDefaultStreams, groupIds: input.groupIds },
      );
      await this.userGroupMembersService.addNewUser(realmId, user.id, groupIds);
      if (invitation.notifiesInviter) await this.notifyInviter(inviter, user);
      await this.invitationsRepository.insertUse(user.id, invitation.id);
      const inviterIds = await this.invitationsRepository.useAllTo(realmId, email);
      if (inviterIds.length > 0) await this.invitationsService.publishChange(realmId, inviterIds);
      return user.id;
    });
  }

  private async requireOpen(invitation: InvitationEntity | null): Promise<OpenInvitation> {
    if (!invitation) throw new InvitationRefused('unknown');
    if (invitation.state !== 'open') throw new InvitationRefused(invitation.state);
    if (this.isExpired(invitation)) throw new InvitationRefused('expired');
    const { realmId, inviterId, linkId } = invitation;
    const [inviter] = await this.usersService.findByIds(realmId, [inviterId]);
    const mayInvite = inviter?.isActive === true && inviter.role <= invitation.role;
    const link =
      linkId === null ? null : await this.invitationsRepository.findById(realmId, linkId);
    const isLinkOpen = link === null || (link.state === 'open' && !this.isExpired(link));
    if (!mayInvite || !isLinkOpen) throw new InvitationRefused('revoked');
    const needsConfirmation = invitation.email === null && this.invitationMailer.canSend;
    return { invitation, inviter, needsConfirmation };
  }

  private isExpired({ expiresAt }: InvitationEntity): boolean {
    return expiresAt !== null && expiresAt <= this.clock.now();
  }

  /** Returns undefined where users do not log in with passwords. */
  private async hashPassword(
    realmId: number,
    { email, fullName, password }: Registration,
  ): Promise<string | undefined> {
    if (!(await this.passwords.areEnabled(realmId))) return undefined;
    return this.passwords.hash(password, { email, fullName });
  }

  private async notifyInviter(inviter: UserSummary, user: CreatedUser): Promise<void> {
    const bot = await this.usersService.systemBot(inviter.realmId, 'notification-bot');
    const content = `@_**${user.fullName}|${user.id}** has accepted your invitation and joined.`;
    await this.sendMessageService.sendAs(bot, [{ to: inviter, content }]);
  }
}
