// Shared by the services that create, manage and accept invitations: tokens, the daily limit of emails,
// and the event for users who see the list. Every method but `welcomeText` joins the current transaction.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { AuditLog } from '#modules/realms/audit-log';
import { UsersService } from '#modules/users/users';
import { SecretBox } from '#platform/crypto.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Role } from '#platform/http/actor.js';
import { newToken, tokenHash } from '#platform/one-time-tokens.js';
import type { InvitationEntity, InvitationTerms } from './invitation.entity.js';
import { invitesChangedEvent } from './invitations.events.js';
import { InvitationsRepository, type NewInvitations } from './invitations.repository.js';

/**
 * Days for which the page of an ended invitation shows why it ended. Afterwards, the invitation is
 * deleted.
 */
const ENDED_DAYS = 30;
const DELETED_AT_ONCE = 1_000;

@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitationsRepository: InvitationsRepository,
    private readonly usersService: UsersService,
    private readonly secretBox: SecretBox,
    private readonly auditLog: AuditLog,
    private readonly eventLog: EventLog,
    private readonly config: Config,
  ) {}

  /** Returns the token of each address. `linkId` names the reusable link that led to the invitation. */
  async createForEmails(
    realmId: number,
    { inviterId, linkId, emails }: { inviterId: number; linkId?: number; emails: string[] },
    terms: InvitationTerms,
  ): Promise<ReadonlyMap<string, string>> {
    const created = emails.map((email) => ({ email, ...newToken() }));
    const invitees = created.map(({ email, token, hash }) => ({
      email,
      tokenHash: hash,
      tokenSealed: this.secretBox.seal(token),
    }));
    await this.insert(realmId, { inviterId, linkId, terms, invitees });
    return new Map(created.map(({ email, token }) => [email, token]));
  }

  /** Returns the token of a new reusable link. */
  async createLink(realmId: number, inviterId: number, terms: InvitationTerms): Promise<string> {
    const { token, hash } = newToken();
    const invitee = { email: null, tokenHash: hash, tokenSealed: this.secretBox.seal(token) };
    await this.insert(realmId, { inviterId, terms, invitees: [invitee] });
    return token;
  }

  /** Restarts the time of validity. Returns the token, which stays the same if it is stored. */
  async renew(invitation: InvitationEntity): Promise<string> {
    const { tokenSealed } = invitation;
    const token = tokenSealed === null ? newToken().token : this.secretBox.open(tokenSealed);
    await this.invitationsRepository.renew(invitation, tokenHash(token));
    this.auditLog.record(invitation.realmId, {
      kind: 'invitation.resent',
      targetIds: [invitation.id],
      after: { email: invitation.email },
    });
    return token;
  }

  /** Counts emails against the limit of the day. Returns false when they would exceed it. */
  async reserveEmails(realmId: number, count: number): Promise<boolean> {
    const sent = await this.invitationsRepository.lockEmailCount(realmId);
    if (sent + count > this.config.invitations.perDay) return false;
    await this.invitationsRepository.insertEmailBatch(realmId, count);
    return true;
  }

  /** Revokes the open invitations of a user who is deactivated. */
  async revokeAllOf(realmId: number, userId: number): Promise<void> {
    if (await this.invitationsRepository.revokeAllOf(realmId, userId)) {
      await this.publishChange(realmId, [userId]);
    }
  }

  /** Publishes to administrators and to the inviters that their lists of invitations changed. */
  async publishChange(realmId: number, inviterIds: number[]): Promise<void> {
    const administratorIds = await this.usersService.idsWithRole(realmId, Role.Administrator);
    const inviters = await this.usersService.findByIds(realmId, inviterIds);
    const activeIds = inviters.filter(({ isActive }) => isActive).map(({ id }) => id);
    const userIds = [...new Set([...administratorIds, ...activeIds])];
    this.eventLog.append(invitesChangedEvent(realmId, {}, Audience.users(userIds)));
  }

  async deleteEnded(): Promise<void> {
    while ((await this.invitationsRepository.deleteEnded(ENDED_DAYS, DELETED_AT_ONCE)) > 0);
    await this.invitationsRepository.deleteOldEmailBatches();
  }

  /** Null when the invitation of the user does not replace the welcome text of the organization. */
  welcomeText(userId: number): Promise<string | null> {
    return this.invitationsRepository.findWelcomeText(userId);
  }

  private async insert(realmId: number, invitations: NewInvitations): Promise<void> {
    const { terms, inviterId } = invitations;
    const created = await this.invitationsRepository.insert(realmId, invitations);
    for (const { id, email } of created) {
      this.auditLog.record(realmId, {
        kind: 'invitation.created',
        targetIds: [id],
        after: auditedInvitation({ email, inviterId, ...terms }),
      });
    }
  }
}

/** The values of an invitation in the record of administrative acts, without its token. */
function auditedInvitation(
  invitation: InvitationTerms & Pick<InvitationEntity, 'email' | 'inviterId'>,
): object {
  return {
    email: invitation.email,
    inviter_id: invitation.inviterId,
    role: invitation.role,
    stream_ids: invitation.streamIds,
    group_ids: invitation.groupIds,
    minutes: invitation.minutes,
  };
}
