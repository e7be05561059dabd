// Changes of a user's own password. A change ends the other browser sessions and SIP logins, and
// invalidates password reset links.
import { Injectable } from '@nestjs/common';
import {
  AuthorizedClients,
  LoginAccountsRepository,
  LoginAttempts,
  SecurityMailer,
} from '#modules/auth/authentication';
import { SipCredentials } from '#modules/calls/sip';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { Passwords } from './passwords.service.js';

export interface PasswordChange {
  oldPassword: string | undefined;
  /** Undefined changes nothing. */
  newPassword: string | undefined;
  /** The browser session of the request, which stays open. */
  sessionId: number | undefined;
  /** The IP address of the request. */
  address: string;
}

export interface CheckedPassword {
  hash: string;
  sessionId: number | undefined;
}

@Injectable()
export class ChangePasswordService {
  constructor(
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly loginAttempts: LoginAttempts,
    private readonly passwords: Passwords,
    private readonly passwordResetsRepository: PasswordResetsRepository,
    private readonly authorizedClients: AuthorizedClients,
    private readonly sipCredentials: SipCredentials,
    private readonly securityMailer: SecurityMailer,
  ) {}

  /** To be called before the transaction of `change`, because hashing takes a while. */
  async check(actor: Actor, change: PasswordChange): Promise<CheckedPassword | undefined> {
    const { realmId, userId } = actor;
    const { oldPassword, newPassword, sessionId, address } = change;
    if (newPassword === undefined) return undefined;
    if (oldPassword === undefined) throw ApiError.missingParameter('old_password');
    const account = await this.loginAccountsRepository.findById(realmId, userId);
    if (!account) throw ApiError.badRequest('Bots have no password');
    if (!(await this.passwords.areEnabled(realmId))) {
      throw ApiError.badRequest('This organization does not use passwords');
    }
    const { deliveryEmail: email, fullName, passwordHash } = account;
    const attempt = await this.loginAttempts.begin(realmId, email, address);
    if (!(await this.passwords.matches(passwordHash, oldPassword))) {
      throw ApiError.badRequest('The old password is wrong');
    }
    await this.loginAttempts.succeed(attempt);
    return { hash: await this.passwords.hash(newPassword, { email, fullName }), sessionId };
  }

  /** Joins the current transaction. */
  async change(actor: Actor, { hash, sessionId }: CheckedPassword): Promise<void> {
    await this.loginAccountsRepository.setPassword(actor.userId, hash);
    await this.passwordResetsRepository.withdraw(actor.userId);
    await this.authorizedClients.endOthers(actor, sessionId);
    await this.sipCredentials.revokeAll(actor.userId);
    await this.securityMailer.notifyPasswordChange(actor);
  }
}
