// Logging in: the check of a username with a password, and the new session or API key. A failed check
// gives the same error after the same time, whether the account exists or not.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import {
  AuthorizedClients,
  type LoginAccount,
  LoginAccountsRepository,
  LoginAttempts,
  loginRefused,
  SecurityMailer,
} from '#modules/auth/authentication';
import { ExternalIdentities } from '#modules/auth/external-identities';
import { LdapDirectory } from '#modules/auth/ldap';
import { PasswordResetService, Passwords } from '#modules/auth/passwords';
import { isMethodOn, RealmsService } from '#modules/realms/realms';
import { UserApiKeys, UserChanges } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor, LoginOrigin, RealmIdentity } from '#platform/http/actor.js';

export interface Credentials {
  username: string;
  password: string;
}

export interface FetchedApiKey {
  apiKey: string;
  email: string;
  userId: number;
}

@Injectable()
export class LoginService {
  constructor(
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly loginAttempts: LoginAttempts,
    private readonly passwords: Passwords,
    private readonly passwordResetService: PasswordResetService,
    private readonly ldapDirectory: LdapDirectory,
    private readonly externalIdentities: ExternalIdentities,
    private readonly realmsService: RealmsService,
    private readonly userChanges: UserChanges,
    private readonly userApiKeys: UserApiKeys,
    private readonly authorizedClients: AuthorizedClients,
    private readonly securityMailer: SecurityMailer,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** Returns the account, which is active, or throws 401. */
  async checkPassword(
    realm: Pick<RealmIdentity, 'id' | 'deactivated'>,
    credentials: Credentials,
    { address }: Pick<LoginOrigin, 'address'>,
  ): Promise<LoginAccount> {
    const { username, password } = credentials;
    if (realm.deactivated) throw loginRefused('REALM_DEACTIVATED');
    const { hasPasswords, hasDirectory } = await this.passwordMethods(realm.id);
    if (!hasPasswords && !hasDirectory) throw loginRefused('PASSWORD_AUTH_DISABLED');
    const existing = await this.loginAccountsRepository.findByEmail(realm.id, username.trim());
    const name = existing?.deliveryEmail ?? username;
    const attempt = await this.loginAttempts.begin(realm.id, name, address);
    const isLocal =
      hasPasswords && (await this.passwords.matches(existing?.passwordHash, password));
    let account = isLocal ? existing : null;
    if (!isLocal && hasDirectory) account = await this.checkDirectory(realm.id, credentials);
    if (!account) throw loginRefused('AUTHENTICATION_FAILED');
    await this.loginAttempts.succeed(attempt);
    if (!account.isActive) throw loginRefused('USER_DEACTIVATED');
    if (isLocal && this.mustReset(account, password)) throw loginRefused('PASSWORD_RESET_REQUIRED');
    return account;
  }

  /**
   * Checks the password of a user who is logged in already, if the organization uses passwords. A
   * wrong one is a bad request, because clients take 401 as the end of the session.
   */
  async confirmPassword(
    { realmId, userId, deliveryEmail }: Actor,
    password: string,
    origin: Pick<LoginOrigin, 'address'>,
  ): Promise<LoginAccount> {
    const { hasPasswords, hasDirectory } = await this.passwordMethods(realmId);
    const account =
      hasPasswords || hasDirectory
        ? await this.checkPassword(
            { id: realmId, deactivated: false },
            { username: deliveryEmail, password },
            origin,
          ).catch(asBadRequest)
        : await this.loginAccountsRepository.findById(realmId, userId);
    if (account?.id !== userId) throw ApiError.badRequest('The password is wrong');
    return account;
  }

  /** Returns the token of a new browser session. */
  openSession(realmId: number, account: LoginAccount, origin: LoginOrigin): Promise<string> {
    return this.database.transaction(async () => {
      const { id: userId } = await this.lock(realmId, account);
      await this.recordLogin({ realmId, userId }, origin);
      return this.authorizedClients.openSession({ realmId, userId }, origin);
    });
  }

  fetchApiKey(realmId: number, account: LoginAccount, origin: LoginOrigin): Promise<FetchedApiKey> {
    return this.database.transaction(async () => {
      const { id: userId, deliveryEmail, apiKeySealed } = await this.lock(realmId, account);
      await this.recordLogin({ realmId, userId }, origin);
      await this.authorizedClients.recordProgram({ realmId, userId }, origin);
      return { apiKey: this.userApiKeys.open(apiKeySealed), email: deliveryEmail, userId };
    });
  }

  /** Joining the organization, or a login from a new device. */
  private async recordLogin(
    user: { realmId: number; userId: number },
    origin: LoginOrigin,
  ): Promise<void> {
    await this.userChanges.recordLogin(user.realmId, user.userId);
    await this.securityMailer.notifyLogin(user, origin);
  }

  private async passwordMethods(
    realmId: number,
  ): Promise<{ hasPasswords: boolean; hasDirectory: boolean }> {
    const settings = await this.realmsService.settings(realmId);
    return {
      hasPasswords: isMethodOn('Email', settings, this.config.signIn),
      hasDirectory: isMethodOn('LDAP', settings, this.config.signIn),
    };
  }

  private async checkDirectory(
    realmId: number,
    { username, password }: Credentials,
  ): Promise<LoginAccount | null> {
    const identity = await this.ldapDirectory.authenticate(username.trim(), password);
    if (!identity) return null;
    const mayCreate = this.config.signIn.directory?.createsAccounts ?? false;
    return this.externalIdentities.findAccount(realmId, identity, { mayCreate });
  }

  /**
   * Whether the password violates the current rules and must be replaced. False without mail, because it
   * is replaced by an email.
   */
  private mustReset({ deliveryEmail, fullName }: LoginAccount, password: string): boolean {
    if (!this.passwordResetService.isPossible) return false;
    return this.passwords.problem(password, { email: deliveryEmail, fullName }) !== undefined;
  }

  /**
   * Throws when the account was deactivated or its password replaced since the check, which takes a
   * while: both end all logins, and this one must not outlive them.
   */
  private async lock(realmId: number, checked: LoginAccount): Promise<LoginAccount> {
    const account = await this.loginAccountsRepository.findByIdForUpdate(realmId, checked.id);
    if (!account?.isActive) throw loginRefused('USER_DEACTIVATED');
    if (account.passwordHash !== checked.passwordHash) throw loginRefused('AUTHENTICATION_FAILED');
    return account;
  }
}

function asBadRequest(error: unknown): never {
  if (error instanceof ApiError && error.status === 401) throw ApiError.badRequest(error.message);
  throw error;
}
