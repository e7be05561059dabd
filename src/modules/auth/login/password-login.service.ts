// Checks a username and a password, against the password kept here and against the directory. Only
// who knows the password learns anything about the account: whatever is wrong, the answer and the
// time it takes are the same.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { isMethodOn, RealmsService } from '#modules/realms/realms';
import type { RealmIdentity } from '#platform/http/actor.js';
import { DirectoryLogin } from '#modules/auth/ldap';
import { PasswordResetService, Passwords } from '#modules/auth/passwords';
import {
  type LoginAccount,
  LoginAccountsRepository,
  LoginAttempts,
  loginRefused,
} from '#modules/auth/authentication';

export interface Login {
  username: string;
  password: string;
  /** The IP address. */
  address: string;
}

@Injectable()
export class PasswordLogin {
  constructor(
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly realmsService: RealmsService,
    private readonly passwords: Passwords,
    private readonly passwordResetService: PasswordResetService,
    private readonly loginAttempts: LoginAttempts,
    private readonly directoryLogin: DirectoryLogin,
    private readonly config: Config,
  ) {}

  /** The account, which is active. Throws 401 for any reason why nobody can log in so. */
  async check(realm: RealmIdentity, login: Login): Promise<LoginAccount> {
    if (realm.deactivated) throw loginRefused('REALM_DEACTIVATED');
    const settings = await this.realmsService.settings(realm.id);
    const { signIn } = this.config;
    const byPassword = isMethodOn('Email', settings, signIn);
    const byDirectory = isMethodOn('LDAP', settings, signIn);
    if (!byPassword && !byDirectory) throw loginRefused('PASSWORD_AUTH_DISABLED');
    const known = await this.loginAccountsRepository.findPerson(realm.id, login.username.trim());
    const name = known?.deliveryEmail ?? login.username;
    const attempt = await this.loginAttempts.begin(realm.id, name, login.address);
    const isKept =
      byPassword && (await this.passwords.matches(known?.passwordHash, login.password));
    const byOther =
      byDirectory && !isKept ? await this.directoryLogin.check(realm, login) : undefined;
    const account = isKept ? known : byOther;
    if (!account) throw loginRefused('AUTHENTICATION_FAILED');
    await this.loginAttempts.succeed(attempt);
    if (!account.isActive) throw loginRefused('USER_DEACTIVATED');
    if (isKept && this.mustReset(account, login.password)) {
      throw loginRefused('PASSWORD_RESET_REQUIRED');
    }
    return account;
  }

  /** Whether the password may no longer be chosen. Never without mail, for it could not be replaced. */
  private mustReset({ deliveryEmail, fullName }: LoginAccount, password: string): boolean {
    if (!this.passwordResetService.isPossible) return false;
    return this.passwords.problem(password, { email: deliveryEmail, fullName }) !== undefined;
  }
}
