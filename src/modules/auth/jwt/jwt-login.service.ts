// Logging in with a JSON Web Token, signed by a program that shares a secret with the organization. The
// token names the email address of the account. It must expire, and it can be used for an hour at most, so
// that a token that leaks from a log or an address is soon worthless.
import { Injectable } from '@nestjs/common';
import { errors, jwtVerify, type JWTPayload } from 'jose';
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

/** For clocks that differ. */
const LEEWAY_SECONDS = 60;
const MAX_AGE_SECONDS = 3600;

const CLAIM_PROBLEMS: Record<string, string> = {
  exp: 'The token has no valid expiry time (exp)',
  iat: 'The token has no valid issue time (iat)',
  nbf: 'The token is not valid yet',
};

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
    const email = await this.emailOf(token, key, () => this.loginAttempts.succeed(attempt));
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

  /**
   * Calls `whenSigned` once the signature is valid: the token is then not a guess, even if it or the
   * account is refused for another reason.
   */
  private async emailOf(
    token: string,
    key: string,
    whenSigned: () => Promise<void>,
  ): Promise<string> {
    const { payload, problem } = await this.verify(token, key);
    if (payload === undefined) throw loginRefused('AUTHENTICATION_FAILED', INVALID);
    await whenSigned();
    if (problem !== undefined) throw loginRefused('AUTHENTICATION_FAILED', problem);
    const { email } = payload;
    // The database refuses the NUL character.
    if (typeof email === 'string' && !email.includes('\0')) return email;
    throw loginRefused('AUTHENTICATION_FAILED', 'The token has no email');
  }

  /** Returns no payload when the signature or the form of the token is wrong. */
  private async verify(
    token: string,
    key: string,
  ): Promise<{ payload?: JWTPayload; problem?: string }> {
    const now = this.clock.now();
    try {
      const { payload } = await jwtVerify(token, Buffer.from(key), {
        algorithms: ['HS256'],
        currentDate: now,
        clockTolerance: LEEWAY_SECONDS,
        requiredClaims: ['exp'],
      });
      return { payload, problem: problemOfAge(payload, now.getTime() / 1000) };
    } catch (error) {
      // The library checks these after the signature.
      if (error instanceof errors.JWTExpired) {
        return { payload: error.payload, problem: 'The token has expired' };
      }
      if (error instanceof errors.JWTClaimValidationFailed) {
        const { payload, claim } = error;
        return { payload, problem: CLAIM_PROBLEMS[claim] ?? INVALID };
      }
      if (error instanceof errors.JOSEError) return {};
      throw error;
    }
  }
}

/** Without `iat`, the age is not known, but the time of expiry limits the rest of it. */
function problemOfAge({ exp, iat }: JWTPayload, now: number): string | undefined {
  const issuedAt = iat ?? now;
  if (issuedAt > now + LEEWAY_SECONDS) return 'The token was issued in the future';
  const isTooOld = now - issuedAt > MAX_AGE_SECONDS + LEEWAY_SECONDS;
  const isValidForLonger = exp! - issuedAt > MAX_AGE_SECONDS + LEEWAY_SECONDS;
  return isTooOld || isValidForLonger ? 'The token is valid for more than an hour' : undefined;
}
