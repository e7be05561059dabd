// What every way to log in ends with, once it is known who is there: the first login is noted, and
// the person gets the API key or a browser session.
import { Injectable } from '@nestjs/common';
import { AuthorizedClients } from '#modules/auth/authorized-clients.service.js';
import { UserChanges } from '#modules/users/user-changes.service.js';
import { UserCredentials } from '#modules/users/user-credentials.service.js';
import { Database } from '#platform/database/database.js';
import type { LoginOrigin } from '#platform/http/actor.js';
import type { LoginAccount } from './sign-in.repository.js';

export interface GivenKey {
  apiKey: string;
  email: string;
  userId: number;
}

@Injectable()
export class FinishLogin {
  constructor(
    private readonly users: UserChanges,
    private readonly credentials: UserCredentials,
    private readonly clients: AuthorizedClients,
    private readonly database: Database,
  ) {}

  async withApiKey(realmId: number, account: LoginAccount, origin: LoginOrigin): Promise<GivenKey> {
    await this.database.transaction(async () => {
      await this.clients.noteProgram({ realmId, userId: account.id }, origin);
      await this.users.noteLogin(realmId, account.id);
    });
    return {
      apiKey: this.credentials.openApiKey(account.apiKeySealed),
      email: account.deliveryEmail,
      userId: account.id,
    };
  }

  /** Returns the token of a new session. */
  withSession(realmId: number, account: LoginAccount, origin: LoginOrigin): Promise<string> {
    return this.database.transaction(async () => {
      await this.users.noteLogin(realmId, account.id);
      return this.clients.openSession({ realmId, userId: account.id }, origin);
    });
  }
}
