// Logging in with a JSON Web Token, signed by a program that shares a secret with the organization. The
// token names the email address of the account.
import { Injectable } from '@nestjs/common';
import { errors, jwtVerify } from 'jose';
import { Config } from '#config/config.js';
import {
  type LoginAccount,
  LoginAccountsRepository,
  LoginAttempts,
  loginRefused,
} from '#modules/auth/authentication';
import { UserChanges, fullUserView } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import type { RealmIdentity } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';

const INVALID = 'The token is not valid';

@Injectable()
export class JwtLogin {
  constructor(
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly loginAttempts: LoginAttempts,
    private readonly userChanges: UserChanges,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** `address` is the IP address of the request. Returns the account, which is active, or throws. */
  async check(
    realm: RealmIdentity,
    { token, address }: { token: string; address: string },
  ): Promise<LoginAccount> {
    const key = this.config.signIn.tokenKeys.get(realm.stringId);
    if (key === undefined) throw ApiError.badRequest('This organization does not use tokens');
    if (realm.deactivated) throw loginRefused('REALM_DEACTIVATED');
    const attempt = await this.loginAttempts.beginAnonymous(address);
    const email = await this.emailOf(token, key);
    // A valid signature is no guess, whether the account exists or not.
    await this.loginAttempts.succeed(attempt);
    const account = await this.loginAccountsRepository.findByEmail(realm.id, email);
    if (!account) throw loginRefused('AUTHENTICATION_FAILED', INVALID);
    if (!account.isActive) throw loginRefused('USER_DEACTIVATED');
    return account;
  }

  /** The user as GET /users/me shows it. */
  async profile(realmId: number, userId: number): Promise<Schema<'User'>> {
    const user = await this.userChanges.get(realmId, userId);
    return fullUserView(user, { clientGravatar: false, withProfile: false }, true);
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
    throw loginRefused('AUTHENTICATION_FAILED', INVALID);
  }
}
