// What every way to log in ends with, once it is known who is there: the first login is noted, and
// the person gets the API key or a browser session.
import { Injectable } from '@nestjs/common';
import {
  AuthorizedClients,
  type LoginAccount,
  LoginAccountsRepository,
  loginRefused,
} from '#modules/auth/authentication';
import { UserChanges, UserApiKeys } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import type { LoginOrigin } from '#platform/http/actor.js';

export interface GivenKey {
  apiKey: string;
  email: string;
  userId: number;
}

@Injectable()
export class FinishLogin {
  constructor(
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly userChanges: UserChanges,
    private readonly userApiKeys: UserApiKeys,
    private readonly authorizedClients: AuthorizedClients,
    private readonly database: Database,
  ) {}

  withApiKey(realmId: number, account: LoginAccount, origin: LoginOrigin): Promise<GivenKey> {
    return this.database.transaction(async () => {
      const { id, deliveryEmail, apiKeySealed } = await this.lock(realmId, account);
      await this.authorizedClients.noteProgram({ realmId, userId: id }, origin);
      await this.userChanges.noteLogin(realmId, id);
      const apiKey = this.userApiKeys.open(apiKeySealed);
      return { apiKey, email: deliveryEmail, userId: id };
    });
  }

  /** Returns the token of a new session. */
  withSession(realmId: number, account: LoginAccount, origin: LoginOrigin): Promise<string> {
    return this.database.transaction(async () => {
      await this.lock(realmId, account);
      await this.userChanges.noteLogin(realmId, account.id);
      return this.authorizedClients.openSession({ realmId, userId: account.id }, origin);
    });
  }

  /**
   * Checking a password takes a while. Whose password was replaced meanwhile, or who was put out, is
   * not let in: all that was logged in has been ended, and this login would outlive it.
   */
  private async lock(realmId: number, checked: LoginAccount): Promise<LoginAccount> {
    const account = await this.loginAccountsRepository.lockById(realmId, checked.id);
    if (!account?.isActive) throw loginRefused('USER_DEACTIVATED');
    if (account.passwordHash !== checked.passwordHash) throw loginRefused('AUTHENTICATION_FAILED');
    return account;
  }
}
