// A new password for who knows the old one. Whatever else is logged in by it has to log in
// again, and pending password reset links no longer work.
import { Injectable } from '@nestjs/common';
import {
  AuthorizedClients,
  LoginAccountsRepository,
  LoginAttempts,
} from '#modules/auth/authentication';
import { PasswordResets, UserCredentials } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { PasswordRules } from './password-rules.service.js';

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
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly userCredentials: UserCredentials,
    private readonly loginAttempts: LoginAttempts,
    private readonly passwordRules: PasswordRules,
    private readonly authorizedClients: AuthorizedClients,
    private readonly passwordResets: PasswordResets,
  ) {}

  /** Checks and hashes, which takes a while on purpose: to be called before a transaction begins. */
  async prepare(actor: Actor, change: PasswordChange): Promise<PreparedPassword | undefined> {
    const { oldPassword, newPassword, sessionId, address } = change;
    if (newPassword === undefined) return undefined;
    if (oldPassword === undefined) throw ApiError.missingParameter('old_password');
    const account = await this.loginAccountsRepository.findById(actor.realmId, actor.userId);
    if (!account) throw ApiError.badRequest('A bot has no password');
    await this.passwordRules.checkInUse(actor.realmId);
    const attempt = await this.loginAttempts.begin(actor.realmId, account.deliveryEmail, address);
    if (!(await this.userCredentials.isPassword(account.passwordHash, oldPassword))) {
      throw ApiError.badRequest('The old password is wrong');
    }
    await this.loginAttempts.succeed(attempt);
    return { hash: await this.passwordRules.hash(newPassword, account), sessionId };
  }

  /** Joins the present transaction. */
  async change(actor: Actor, { hash, sessionId }: PreparedPassword): Promise<void> {
    await this.loginAccountsRepository.setPassword(actor.userId, hash);
    await this.passwordResets.withdraw(actor.userId);
    await this.authorizedClients.endOthers(actor, sessionId);
  }
}
