// How people who join an organization get in from then on: by a password that they choose, where
// passwords are in use, else by the other ways of the organization.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { isMethodOn, RealmsService } from '#modules/realms/realms';
import { type PasswordOwner, UsersService } from '#modules/users/users';

export interface EntryWays {
  byPassword: boolean;
  /** What people call the other ways, for a sentence. */
  others: string[];
}

@Injectable()
export class JoinEntry {
  constructor(
    private readonly usersService: UsersService,
    private readonly realmsService: RealmsService,
    private readonly config: Config,
  ) {}

  async ways(realmId: number): Promise<EntryWays> {
    const { signIn } = this.config;
    const settings = await this.realmsService.settings(realmId);
    return {
      byPassword: isMethodOn('Email', settings, signIn),
      others: [
        ...(isMethodOn('LDAP', settings, signIn) ? ['your account in the directory'] : []),
        ...(isMethodOn('OpenID Connect', settings, signIn)
          ? [signIn.openId?.displayName ?? '']
          : []),
      ],
    };
  }

  /**
   * Undefined where nobody logs in with a password. Takes a while on purpose: to be called before a
   * transaction begins.
   */
  async passwordHash(
    realmId: number,
    password: string,
    account: PasswordOwner,
  ): Promise<string | undefined> {
    const { byPassword } = await this.ways(realmId);
    return byPassword ? this.usersService.hashPassword(password, account) : undefined;
  }
}
