// Somebody leaves, or is made to: the account is closed, and whatever else was asked for happens to
// what they left behind.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { UserStatuses } from '#modules/users/status';
import { UserChanges, type UserRow } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import { Deactivation } from './deactivation.service.js';
import type { SentMessagesScope } from './message-purges.repository.js';
import { MessagePurges } from './message-purges.service.js';

export interface Removal {
  /** Takes away the name and the profile as well: there is no way back. */
  deleteProfile: boolean;
  messages: SentMessagesScope;
  /** Sends the user a mail, with these words if there are any; undefined sends none. */
  comment?: string | undefined;
}

@Injectable()
export class RemoveAccountService {
  constructor(
    private readonly deactivation: Deactivation,
    private readonly userChanges: UserChanges,
    private readonly userStatuses: UserStatuses,
    private readonly messagePurges: MessagePurges,
    private readonly realmsService: RealmsService,
    private readonly mailOutbox: MailOutbox,
    private readonly database: Database,
  ) {}

  /** Of a deactivated user, messages and the profile can still be deleted. */
  async remove(actor: Actor, userId: number, removal: Removal): Promise<void> {
    const { realmId } = actor;
    const { messages } = removal;
    const deletesMessages = Object.values(messages).includes(true);
    await this.database.transaction(async () => {
      const lastOwner = ApiError.badRequest('The only owner of the organization can not leave');
      const user = await this.deactivation.deactivate(actor, userId, lastOwner);
      if (!user.is_active && !removal.deleteProfile && !deletesMessages) {
        throw ApiError.badRequest('The account is deactivated already');
      }
      if (removal.deleteProfile && !user.is_deleted) await this.anonymize(realmId, user);
      if (deletesMessages) await this.messagePurges.begin(realmId, userId, messages);
      if (user.is_active && removal.comment !== undefined) {
        await this.notifyByEmail(realmId, user, removal.comment.trim());
      }
    });
  }

  /** The account of the actor. */
  async leave(actor: Actor): Promise<void> {
    const lastOwner = new ApiError(
      'CANNOT_DEACTIVATE_LAST_USER',
      400,
      'The only owner of the organization can not leave',
      { is_last_owner: true, entity: 'organization owner' },
    );
    await this.database.transaction(() =>
      this.deactivation.deactivate(actor, actor.userId, lastOwner),
    );
  }

  /** Removes the name, email address, profile and status for good. */
  private async anonymize(realmId: number, user: UserRow): Promise<void> {
    await this.userChanges.anonymize(realmId, user);
    await this.userStatuses.clear(realmId, user.id);
  }

  /** Does nothing on a server without mail. */
  private async notifyByEmail(realmId: number, user: UserRow, comment: string): Promise<void> {
    if (!this.mailOutbox.isOpen) return;
    await this.mailOutbox.put(user.delivery_email, {
      template: 'account-deactivated',
      variables: {
        ...(await this.realmsService.emailVariables(realmId)),
        name: user.full_name,
        comment,
      },
    });
  }
}
