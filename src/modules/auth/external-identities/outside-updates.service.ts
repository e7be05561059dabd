// Makes an account as a directory says that it is: what the directory says counts, but what can not be
// so here stays as it is, and keeps nobody out.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { ChangeRoleService } from '#modules/users/accounts';
import { UserChanges } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import type { OutsideIdentity } from './outside-accounts.service.js';
import { OutsideDetailsService } from './outside-details.service.js';
import type { LoginAccount } from '#modules/auth/authentication';

@Injectable()
export class OutsideUpdates {
  constructor(
    private readonly userChanges: UserChanges,
    private readonly changeRoleService: ChangeRoleService,
    private readonly outsideDetailsService: OutsideDetailsService,
    private readonly database: Database,
    private readonly logger: PinoLogger,
  ) {}

  async take(realmId: number, account: LoginAccount, identity: OutsideIdentity): Promise<void> {
    const { id } = account;
    const { fullName, role } = identity;
    if (fullName !== undefined && fullName !== account.fullName) {
      await this.attempt(realmId, async () => {
        await this.userChanges.rename(realmId, await this.userChanges.lock(realmId, id), fullName);
      });
    }
    if (role !== undefined && role !== account.role) {
      await this.attempt(realmId, () => this.changeRoleService.change(operator(realmId), id, role));
    }
    await this.takeDetails(realmId, id, identity);
  }

  async takeDetails(realmId: number, id: number, { details }: OutsideIdentity): Promise<void> {
    if (!details) return;
    await this.attempt(realmId, () =>
      this.outsideDetailsService.setGroups(realmId, id, details.groups),
    );
    for (const field of details.profile) {
      await this.attempt(realmId, () =>
        this.outsideDetailsService.setField(operator(realmId), id, field),
      );
    }
  }

  private async attempt(realmId: number, change: () => Promise<void>): Promise<void> {
    try {
      await this.database.transaction(change);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.logger.warn({ err: error, realmId }, 'An account can not be as the directory says');
    }
  }
}

/** Who set up the directory may do what an owner may. */
function operator(realmId: number): Actor {
  return {
    realmId,
    userId: 0,
    role: Role.Owner,
    isBot: false,
    botType: null,
    email: '',
    deliveryEmail: '',
    fullName: '',
    clientName: '',
  };
}
