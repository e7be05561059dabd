// How people who join an organization get in from then on: by a password that they choose, where
// passwords are in use, else by the other ways of the organization.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { type PasswordOwner, Passwords } from '#modules/auth/passwords';
import { isMethodOn, RealmsService } from '#modules/realms/realms';

export interface EntryWays {
  hasPassword: boolean;
  /** The names of the other methods, for a sentence. */
  otherMethods: string[];
}

@Injectable()
export class JoinEntry {
  constructor(
    private readonly passwords: Passwords,
    private readonly realmsService: RealmsService,
    private readonly config: Config,
  ) {}

  async ways(realmId: number): Promise<EntryWays> {
    const { signIn } = this.config;
    const settings = await this.realmsService.settings(realmId);
    return {
      hasPassword: isMethodOn('Email', settings, signIn),
      otherMethods: [
        ...(isMethodOn('LDAP', settings, signIn) ? ['your directory account'] : []),
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
    const { hasPassword } = await this.ways(realmId);
    return hasPassword ? this.passwords.hash(password, account) : undefined;
  }
}
