// Checks a username and a password, against the password kept here and against the directory. Only
// who knows the password learns anything about the account: whatever is wrong, the answer and the
// time it takes are the same.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { isMethodOn, RealmsService } from '#modules/realms/realms';
import type { RealmIdentity } from '#platform/http/actor.js';
import { DirectoryLogin } from './directory-login.service.js';
import { KeptPasswords } from './kept-passwords.service.js';
import { LoginAttempts } from './login-attempts.service.js';
import { loginRefused } from './login-refusal.js';
import { type LoginAccount, SignInRepository } from './sign-in.repository.js';

export interface Login {
  username: string;
  password: string;
  /** The IP address. */
  address: string;
}

@Injectable()
export class PasswordLogin {
  constructor(
    private readonly repository: SignInRepository,
    private readonly realms: RealmsService,
    private readonly kept: KeptPasswords,
    private readonly attempts: LoginAttempts,
    private readonly directory: DirectoryLogin,
    private readonly config: Config,
  ) {}

  /** The account, which is active. Throws 401 for any reason why nobody can log in so. */
  async check(realm: RealmIdentity, login: Login): Promise<LoginAccount> {
    if (realm.deactivated) throw loginRefused('REALM_DEACTIVATED');
    const settings = await this.realms.settings(realm.id);
    const { signIn } = this.config;
    const byPassword = isMethodOn('Email', settings, signIn);
    const byDirectory = isMethodOn('LDAP', settings, signIn);
    if (!byPassword && !byDirectory) throw loginRefused('PASSWORD_AUTH_DISABLED');
    const known = await this.repository.findPerson(realm.id, login.username.trim());
    const name = known?.deliveryEmail ?? login.username;
    const attempt = await this.attempts.begin(realm.id, name, login.address);
    const isKept = byPassword && (await this.kept.isRight(known, login.password));
    const byOther = byDirectory && !isKept ? await this.directory.check(realm, login) : undefined;
    const account = isKept ? known : byOther;
    if (!account) throw loginRefused('AUTHENTICATION_FAILED');
    await this.attempts.succeed(attempt);
    if (!account.isActive) throw loginRefused('USER_DEACTIVATED');
    if (isKept) this.kept.checkGood(account, login.password);
    return account;
  }
}
