// The login methods of an organization, as the pages for new users name them.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { isMethodOn, RealmsService } from '#modules/realms/realms';

export interface NamedLoginMethods {
  hasPassword: boolean;
  otherMethods: string[];
}

@Injectable()
export class LoginMethods {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly config: Config,
  ) {}

  async of(realmId: number): Promise<NamedLoginMethods> {
    const { signIn } = this.config;
    const settings = await this.realmsService.settings(realmId);
    const hasDirectory = isMethodOn('LDAP', settings, signIn);
    const hasOpenId = isMethodOn('OpenID Connect', settings, signIn);
    return {
      hasPassword: isMethodOn('Email', settings, signIn),
      otherMethods: [
        ...(hasDirectory ? ['your directory account'] : []),
        ...(hasOpenId ? [signIn.openId?.displayName ?? ''] : []),
      ],
    };
  }
}
