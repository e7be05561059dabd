// Deactivation of accounts. Credentials, event queues and pending email links stop working at once, and
// the user disappears from the lists of group members and subscribers. Memberships and subscriptions
// remain stored for a reactivation. The active bots of a person are deactivated with their owner.
import { Injectable } from '@nestjs/common';
import { EmailChangeService } from '#modules/auth/email-change';
import { PasswordResetService } from '#modules/auth/passwords';
import { SipCredentials } from '#modules/calls/sip';
import { VideoCallTokens } from '#modules/calls/video-links';
import { GroupsService } from '#modules/groups/groups';
import { InvitationsService } from '#modules/invites/invites';
import { RealmsService } from '#modules/realms/realms';
import { SubscriptionsService } from '#modules/streams/subscriptions';
import { UserStatusesService } from '#modules/users/status';
import { UserChanges, type UserRow } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { EventQueues } from '#platform/event-log/event-queues.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { requireManageable } from './accounts.access.js';
import type { SentMessagesScope } from './accounts.jobs.js';
import { DeleteSentMessagesService } from './delete-sent-messages.service.js';

export interface DeactivationOptions {
  /** Permanently removes the name, email address, profile and status. */
  deleteProfile: boolean;
  messages: SentMessagesScope;
  /** Notifies the user by mail, with this comment unless it is empty; undefined sends no mail. */
  comment?: string | undefined;
}

const LAST_OWNER = 'The only owner of the organization cannot be deactivated';

@Injectable()
export class DeactivateUserService {
  constructor(
    private readonly userChanges: UserChanges,
    private readonly groupsService: GroupsService,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly userStatusesService: UserStatusesService,
    private readonly deleteSentMessagesService: DeleteSentMessagesService,
    private readonly emailChangeService: EmailChangeService,
    private readonly passwordResetService: PasswordResetService,
    private readonly invitationsService: InvitationsService,
    private readonly sipCredentials: SipCredentials,
    private readonly videoCallTokens: VideoCallTokens,
    private readonly eventQueues: EventQueues,
    private readonly realmsService: RealmsService,
    private readonly mailOutbox: MailOutbox,
    private readonly database: Database,
  ) {}

  /** For administrators. The profile and messages of a deactivated user can still be deleted. */
  async deactivate(actor: Actor, userId: number, options: DeactivationOptions): Promise<void> {
    const { realmId } = actor;
    const { deleteProfile, messages, comment } = options;
    const deletesMessages = Object.values(messages).includes(true);
    await this.database.transaction(async () => {
      const user = await this.lock(actor, userId, ApiError.badRequest(LAST_OWNER));
      if (!user.isActive && !deleteProfile && !deletesMessages) {
        throw ApiError.badRequest('The account is already deactivated');
      }
      if (user.isActive) await this.endWithBots(realmId, userId);
      if (deleteProfile && !user.isDeleted) await this.anonymize(realmId, user);
      if (deletesMessages) await this.deleteSentMessagesService.start(realmId, userId, messages);
      if (user.isActive && comment !== undefined) {
        await this.notify(realmId, user, comment.trim());
      }
    });
  }

  async deactivateSelf(actor: Actor): Promise<void> {
    const { realmId, userId } = actor;
    const lastOwner = new ApiError('CANNOT_DEACTIVATE_LAST_USER', 400, LAST_OWNER, {
      is_last_owner: true,
      entity: 'organization owner',
    });
    await this.database.transaction(async () => {
      const user = await this.lock(actor, userId, lastOwner);
      if (user.isActive) await this.endWithBots(realmId, userId);
    });
  }

  /** For an actor who manages the bot. */
  async deactivateBot(actor: Actor, botId: number): Promise<void> {
    await this.database.transaction(async () => {
      const bot = await this.lock(actor, botId, ApiError.badRequest(LAST_OWNER));
      if (!bot.isActive) throw ApiError.badRequest('The bot is already deactivated');
      await this.end(actor.realmId, botId);
    });
  }

  private async lock(actor: Actor, userId: number, lastOwnerError: ApiError): Promise<UserRow> {
    const ownerIds = await this.userChanges.lockOwners(actor.realmId);
    const user = await this.userChanges.lock(actor.realmId, userId);
    requireManageable(actor, user);
    if (ownerIds.length === 1 && ownerIds[0] === userId) throw lastOwnerError;
    return user;
  }

  private async endWithBots(realmId: number, userId: number): Promise<void> {
    for (const botId of await this.userChanges.lockActiveBotsOf(userId)) {
      await this.end(realmId, botId);
    }
    await this.end(realmId, userId);
  }

  private async end(realmId: number, userId: number): Promise<void> {
    await this.userChanges.setActive(realmId, userId, false);
    await this.groupsService.publishActivity(realmId, userId, false);
    await this.subscriptionsService.setUserActive(realmId, userId, false);
    await this.emailChangeService.withdraw(userId);
    await this.passwordResetService.withdraw(userId);
    await this.invitationsService.revokeAllOf(realmId, userId);
    await this.sipCredentials.revokeAll(userId);
    await this.videoCallTokens.disconnect({ realmId, userId });
    await this.eventQueues.endAll({ realmId, userId });
  }

  private async anonymize(realmId: number, user: UserRow): Promise<void> {
    await this.userChanges.anonymize(realmId, user);
    await this.userStatusesService.clear(realmId, user.id);
  }

  /** Does nothing on a server that sends no mail. */
  private async notify(realmId: number, user: UserRow, comment: string): Promise<void> {
    if (!this.mailOutbox.isOpen) return;
    await this.mailOutbox.put(user.deliveryEmail, {
      template: 'account-deactivated',
      variables: {
        ...(await this.realmsService.emailVariables(realmId)),
        name: user.fullName,
        comment,
      },
    });
  }
}
