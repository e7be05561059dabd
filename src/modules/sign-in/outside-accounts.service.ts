// Accounts of people whom somebody else vouches for: a directory or an OpenID provider. They are
// found by their address, and made at the first login where the operator and the organization allow it.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { RoleChanges } from '#modules/accounts/role-changes.service.js';
import { UserChanges } from '#modules/users/user-changes.service.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';
import { FirstLogins } from './first-logins.service.js';
import { type LoginAccount, SignInRepository } from './sign-in.repository.js';

export interface OutsideIdentity {
  email: string;
  /** Undefined: as the account has it, or the first part of the address. */
  fullName: string | undefined;
  /** Undefined: as the account has it, or member. */
  role: Role | undefined;
}

@Injectable()
export class OutsideAccounts {
  constructor(
    private readonly repository: SignInRepository,
    private readonly firstLogins: FirstLogins,
    private readonly users: UserChanges,
    private readonly roles: RoleChanges,
    private readonly database: Database,
    private readonly logger: PinoLogger,
  ) {}

  /** Undefined when there is no account and none may be made. */
  async find(
    realmId: number,
    identity: OutsideIdentity,
    { mayCreate }: { mayCreate: boolean },
  ): Promise<LoginAccount | undefined> {
    const known = await this.repository.findPerson(realmId, identity.email);
    if (known) return known.isActive ? this.update(realmId, known, identity) : known;
    if (!mayCreate) return undefined;
    await this.firstLogins.createAccount(realmId, identity);
    return this.repository.findPerson(realmId, identity.email);
  }

  /** What the directory says counts; what can not be so here stays as it is. */
  private async update(
    realmId: number,
    account: LoginAccount,
    { fullName, role }: OutsideIdentity,
  ): Promise<LoginAccount> {
    const { id } = account;
    if (fullName !== undefined && fullName !== account.fullName) {
      await this.attempt(realmId, async () => {
        await this.users.rename(realmId, await this.users.lock(realmId, id), fullName);
      });
    }
    if (role !== undefined && role !== account.role) {
      await this.attempt(realmId, () => this.roles.change(operator(realmId), id, role));
    }
    return account;
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
