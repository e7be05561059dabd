// A new password for who knows the old one. Whatever else is logged in by it has to log in
// again, and letters about a forgotten password are worth nothing any more.
import { Injectable } from '@nestjs/common';
import { AuthorizedClients } from '#modules/auth/authentication';
import { PasswordResets, UserCredentials } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { LoginAttempts } from './login-attempts.service.js';
import { PasswordRules } from './password-rules.service.js';
import { SignInRepository } from './sign-in.repository.js';

export interface PasswordChange {
  oldPassword: string | undefined;
  /** Undefined: nothing changes. */
  newPassword: string | undefined;
  /** Of the session that asks. */
  sessionId: number | undefined;
  address: string;
}

export interface PreparedPassword {
  hash: string;
  sessionId: number | undefined;
}

@Injectable()
export class OwnPassword {
  constructor(
    private readonly repository: SignInRepository,
    private readonly credentials: UserCredentials,
    private readonly attempts: LoginAttempts,
    private readonly rules: PasswordRules,
    private readonly clients: AuthorizedClients,
    private readonly resets: PasswordResets,
  ) {}

  /** Checks and hashes, which takes a while on purpose: to be called before a transaction begins. */
  async prepare(actor: Actor, change: PasswordChange): Promise<PreparedPassword | undefined> {
    const { oldPassword, newPassword, sessionId, address } = change;
    if (newPassword === undefined) return undefined;
    if (oldPassword === undefined) throw ApiError.missingParameter('old_password');
    const account = await this.repository.findById(actor.realmId, actor.userId);
    if (!account) throw ApiError.badRequest('A bot has no password');
    await this.rules.checkInUse(actor.realmId);
    const attempt = await this.attempts.begin(actor.realmId, account.deliveryEmail, address);
    if (!(await this.credentials.isPassword(account.passwordHash, oldPassword))) {
      throw ApiError.badRequest('The old password is wrong');
    }
    await this.attempts.succeed(attempt);
    return { hash: await this.rules.hash(newPassword, account), sessionId };
  }

  /** Joins the present transaction. */
  async change(actor: Actor, { hash, sessionId }: PreparedPassword): Promise<void> {
    await this.repository.setPassword(actor.userId, hash);
    await this.resets.withdraw(actor.userId);
    await this.clients.endOthers(actor, sessionId);
  }
}
