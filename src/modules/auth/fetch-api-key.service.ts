// Trades a password for an API key. Only who knows the password learns anything about the account.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms.service.js';
import { UserChanges } from '#modules/users/user-changes.service.js';
import { UserCredentials } from '#modules/users/user-credentials.service.js';
import { sha256 } from '#platform/crypto.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { RealmIdentity } from '#platform/http/actor.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { AuthRepository } from './auth.repository.js';

export interface FetchedApiKey {
  apiKey: string;
  email: string;
  userId: number;
}

@Injectable()
export class FetchApiKeyService {
  constructor(
    private readonly repository: AuthRepository,
    private readonly realms: RealmsService,
    private readonly credentials: UserCredentials,
    private readonly users: UserChanges,
    private readonly database: Database,
    private readonly rateLimiter: RateLimiter,
  ) {}

  async fetch(realm: RealmIdentity, username: string, password: string): Promise<FetchedApiKey> {
    if (realm.deactivated) throw refused('REALM_DEACTIVATED', 'This organization is deactivated');
    const { authentication_methods: methods } = await this.realms.settings(realm.id);
    if (methods['Email'] !== true) {
      throw refused('PASSWORD_AUTH_DISABLED', 'This organization does not use passwords');
    }
    const account = await this.repository.findPerson(realm.id, username.trim());
    const attempts = attemptsKey(realm, account?.deliveryEmail ?? username);
    await this.rateLimiter.consume('password', attempts);
    if (!(await this.credentials.isPassword(account?.passwordHash, password)) || !account) {
      throw refused('AUTHENTICATION_FAILED', 'The username or the password is wrong');
    }
    await this.rateLimiter.reset('password', attempts);
    if (!account.isActive) throw refused('USER_DEACTIVATED', 'The account is deactivated');
    await this.database.transaction(() => this.users.noteLogin(realm.id, account.id));
    return {
      apiKey: this.credentials.openApiKey(account.apiKeySealed),
      email: account.deliveryEmail,
      userId: account.id,
    };
  }
}

/**
 * By the account where there is one, which has one spelling only. As a digest, because what is sent
 * can be long and is remembered for half an hour.
 */
function attemptsKey(realm: RealmIdentity, address: string): string {
  return sha256(`${realm.id}:${address.trim().toLowerCase()}`).toString('base64');
}

function refused(code: string, message: string): ApiError {
  return new ApiError(code, 401, message);
}
