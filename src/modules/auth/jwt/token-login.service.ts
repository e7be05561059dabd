// Logging in with the word of a program that shares a secret with the organization: a signed token
// (JWT) that names the address.
import { Injectable } from '@nestjs/common';
import { errors, jwtVerify } from 'jose';
import { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import type { RealmIdentity } from '#platform/http/actor.js';
import {
  type LoginAccount,
  LoginAccountsRepository,
  LoginAttempts,
  loginRefused,
} from '#modules/auth/authentication';

const REFUSAL = 'The token is not valid';

@Injectable()
export class TokenLogin {
  constructor(
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly loginAttempts: LoginAttempts,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * `address` is the IP address. Returns the account, which is active. Throws for any reason why the
   * token lets nobody in.
   */
  async check(
    realm: RealmIdentity,
    { token, address }: { token: string; address: string },
  ): Promise<LoginAccount> {
    const key = this.config.signIn.tokenKeys.get(realm.stringId);
    if (key === undefined) throw ApiError.badRequest('This organization does not use tokens');
    if (realm.deactivated) throw loginRefused('REALM_DEACTIVATED');
    const attempt = await this.loginAttempts.beginFrom(address);
    const email = await this.emailOf(token, key);
    // The word of who knows the secret is no guess, whether the person has an account or not.
    await this.loginAttempts.succeed(attempt);
    const account = await this.loginAccountsRepository.findPerson(realm.id, email);
    if (!account) throw loginRefused('AUTHENTICATION_FAILED', REFUSAL);
    if (!account.isActive) throw loginRefused('USER_DEACTIVATED');
    return account;
  }

  private async emailOf(token: string, key: string): Promise<string> {
    try {
      const { payload } = await jwtVerify(token, Buffer.from(key), {
        algorithms: ['HS256'],
        currentDate: this.clock.now(),
      });
      if (typeof payload['email'] === 'string') return payload['email'];
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
    throw loginRefused('AUTHENTICATION_FAILED', REFUSAL);
  }
}
