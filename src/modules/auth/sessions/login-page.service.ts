// What the login page of an organization offers.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { isMethodOn, RealmsService } from '#modules/realms/realms';
import type { Page } from '#platform/http/pages.js';
import { PasswordReset } from '#modules/auth/passwords';

@Injectable()
export class LoginPage {
  constructor(
    private readonly realmsService: RealmsService,
    private readonly passwordReset: PasswordReset,
    private readonly config: Config,
  ) {}

  /** `next` is where to go afterwards, `failure` why an attempt failed. */
  async of(realmId: number, next: string, failure?: string): Promise<Page> {
    const { signIn } = this.config;
    const { name } = await this.realmsService.get(realmId);
    const settings = await this.realmsService.settings(realmId);
    const email = isMethodOn('Email', settings, signIn);
    const openId = isMethodOn('OpenID Connect', settings, signIn);
    const links = [
      ...(openId
        ? [
            {
              label: `Log in with ${signIn.openId?.displayName ?? ''}`,
              path: `/accounts/login/oidc?next=${encodeURIComponent(next)}`,
            },
          ]
        : []),
      ...(email && this.passwordReset.isPossible
        ? [{ label: 'Forgot the password?', path: '/accounts/password/reset' }]
        : []),
    ];
    const page: Page = {
      title: `Log in to ${name}`,
      paragraphs: [],
      problem: failure && `${failure}.`,
      links,
    };
    if (!email && !isMethodOn('LDAP', settings, signIn)) return page;
    return {
      ...page,
      button: 'Log in',
      hidden: { next },
      fields: [
        { name: 'username', label: 'Address', type: 'text', autocomplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
      ],
    };
  }
}
