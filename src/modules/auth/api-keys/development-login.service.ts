// Logging in as any user without a password, for the development of clients. Off by default.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { RealmsService } from '#modules/realms/realms';
import { ApiError } from '#platform/http/api-error.js';
import { type RealmIdentity, Role } from '#platform/http/actor.js';
import {
  type LoginAccount,
  LoginAccountsRepository,
  loginRefused,
} from '#modules/auth/authentication';

const MAX_LISTED = 100;

interface DevelopmentUser {
  email: string;
  realm_url: string;
}

@Injectable()
export class DevelopmentLogin {
  constructor(
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly realmsService: RealmsService,
    private readonly config: Config,
  ) {}

  /** Returns the account, which is active. */
  async check(realm: RealmIdentity, username: string): Promise<LoginAccount> {
    this.requireEnabled();
    if (realm.deactivated) throw loginRefused('REALM_DEACTIVATED');
    const account = await this.loginAccountsRepository.findByEmail(realm.id, username.trim());
    if (!account) throw loginRefused('AUTHENTICATION_FAILED', 'There is no such user');
    if (!account.isActive) throw loginRefused('USER_DEACTIVATED');
    return account;
  }

  async list(
    realm: RealmIdentity,
  ): Promise<{ direct_admins: DevelopmentUser[]; direct_users: DevelopmentUser[] }> {
    this.requireEnabled();
    const realm_url = await this.realmsService.url(realm.id);
    const users = await this.loginAccountsRepository.findActive(realm.id, MAX_LISTED);
    const listed = (isAdmin: boolean): DevelopmentUser[] =>
      users
        .filter(({ role }) => role <= Role.Administrator === isAdmin)
        .map(({ deliveryEmail: email }) => ({ email, realm_url }));
    return { direct_admins: listed(true), direct_users: listed(false) };
  }

  private requireEnabled(): void {
    if (this.config.signIn.development) return;
    throw ApiError.badRequest('Logging in without a password is disabled');
  }
}
