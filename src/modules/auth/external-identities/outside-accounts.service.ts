// Accounts of people whom somebody else vouches for: a directory or an OpenID provider. They are
// found by their address, and made at the first login where the operator and the organization allow it.
import { Injectable } from '@nestjs/common';
import type { Role } from '#platform/http/actor.js';
import { FirstLogins } from './first-logins.service.js';
import type { OutsideDetails } from './outside-details.service.js';
import { OutsideUpdates } from './outside-updates.service.js';
import { type LoginAccount, LoginAccountsRepository } from '#modules/auth/authentication';

export interface OutsideIdentity {
  email: string;
  /** Undefined: as the account has it, or the first part of the address. */
  fullName: string | undefined;
  /** Undefined: as the account has it, or member. */
  role: Role | undefined;
  /** Undefined where nothing else is said. */
  details?: OutsideDetails;
}

@Injectable()
export class OutsideAccounts {
  constructor(
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly firstLogins: FirstLogins,
    private readonly outsideUpdates: OutsideUpdates,
  ) {}

  /** Undefined when there is no account and none may be made. */
  async find(
    realmId: number,
    identity: OutsideIdentity,
    { mayCreate }: { mayCreate: boolean },
  ): Promise<LoginAccount | undefined> {
    const known = await this.loginAccountsRepository.findPerson(realmId, identity.email);
    if (known) {
      if (known.isActive) await this.outsideUpdates.take(realmId, known, identity);
      return known;
    }
    if (!mayCreate) return undefined;
    await this.firstLogins.createAccount(realmId, identity);
    const made = await this.loginAccountsRepository.findPerson(realmId, identity.email);
    if (made) await this.outsideUpdates.takeDetails(realmId, made.id, identity);
    return made;
  }
}
