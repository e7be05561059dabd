// The email address of a user and its visibility. Every method joins the current transaction.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { RealmsService } from '#modules/realms/realms';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { EmailVisibility } from '#modules/users/visibility';
import { UserChangesRepository } from './user-changes.repository.js';
import { UserEvents } from './user-events.service.js';
import { checkedAddress } from './user-rules.js';
import { UsersRepository, type UserRow } from './users.repository.js';

@Injectable()
export class UserEmails {
  constructor(
    private readonly userChangesRepository: UserChangesRepository,
    private readonly usersRepository: UsersRepository,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly userEvents: UserEvents,
    private readonly realmsService: RealmsService,
  ) {}

  /** Throws when the address is invalid or belongs to another account. */
  async change(realmId: number, user: UserRow, input: string): Promise<void> {
    const email = checkedAddress(input, await this.realmsService.host(realmId));
    if (email === user.deliveryEmail) return;
    if (!(await this.userChangesRepository.setDeliveryEmail(user.id, email))) {
      throw ApiError.badRequest('There is already an account with this email address');
    }
    this.auditLog.record(realmId, {
      kind: 'user.email_changed',
      targetIds: [user.id],
      before: { email: user.deliveryEmail },
      after: { email },
    });
    const changed = await this.usersRepository.findById(realmId, user.id);
    await this.userEvents.publishEmail(realmId, changed!);
  }

  /**
   * Stores the setting `email_address_visibility` and publishes the addresses that change with it, but
   * not the setting itself. Returns the ids of the users whose setting changed.
   */
  async setVisibility(
    realmId: number,
    userIds: number[],
    visibility: EmailVisibility,
  ): Promise<number[]> {
    const host = await this.realmsService.host(realmId);
    const changed = await this.userChangesRepository.setEmailVisibility(
      realmId,
      userIds,
      visibility,
      host,
    );
    const before = new Map(changed.map((user) => [user.id, user.before]));
    const users = await this.usersRepository.findSome(realmId, [...before.keys()]);
    await this.userEvents.publishEmailVisibility(realmId, users, before);
    return [...before.keys()];
  }

  /** For the operator. */
  async allowChangingOthers(
    { realmId, id }: { realmId: number; id: number },
    isAllowed: boolean,
  ): Promise<void> {
    await this.database.transaction(async () => {
      await this.userChangesRepository.update(realmId, id, { canChangeUserEmails: isAllowed });
      this.auditLog.record(realmId, {
        kind: 'user.permission_changed',
        targetIds: [id],
        after: { can_change_user_emails: isAllowed },
      });
    });
  }

  /** Whether the operator allows this owner to change the addresses of others. */
  async canChangeOthers({ realmId, userId }: Actor): Promise<boolean> {
    const user = await this.userChangesRepository.findSecrets(realmId, userId);
    return user?.canChangeUserEmails ?? false;
  }
}
