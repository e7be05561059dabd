// The login page of an organization, with the login methods it offers.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { SIGN_UP_PATH, SignUpService } from '#modules/invites/sign-up';
import { isMethodOn, RealmsService } from '#modules/realms/realms';
import type { Page } from '#platform/http/pages.js';
import { PasswordResetService } from '#modules/auth/passwords';

@Injectable()
export class LoginPage {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly passwordResetService: PasswordResetService,
    private readonly signUpService: SignUpService,
    private readonly config: Config,
  ) {}

  /** `next` is the path to continue at after the login, `problem` the error of a failed one. */
  async build(realmId: number, next: string, problem?: string): Promise<Page> {
    const { signIn } = this.config;
    const { name } = await this.realmsService.get(realmId);
    const settings = await this.realmsService.settings(realmId);
    const hasEmail = isMethodOn('Email', settings, signIn);
    const hasDirectory = isMethodOn('LDAP', settings, signIn);
    const hasOpenId = isMethodOn('OpenID Connect', settings, signIn);
    return {
      template: 'login',
      variables: {
        organization: name,
        next,
        hasPassword: hasEmail || hasDirectory,
        hasDirectory,
        hasPasswordReset: hasEmail && this.passwordResetService.isPossible,
        signUpPath: (await this.signUpService.isOpen(realmId)) ? SIGN_UP_PATH : undefined,
        openIdName: hasOpenId ? signIn.openId?.displayName : undefined,
      },
      problem,
    };
  }
}
