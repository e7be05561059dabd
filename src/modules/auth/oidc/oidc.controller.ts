// The redirect to the OpenID Connect provider and the response to it. A login in a browser opens a
// session; one on behalf of an app redirects to the app with the encrypted API key.
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RealmsService } from '#modules/realms/realms';
import { Public } from '#platform/http/access.decorators.js';
import { ApiError } from '#platform/http/api-error.js';
import {
  CurrentOrigin,
  CurrentRealm,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import { sendPage } from '#platform/http/pages.js';
import { Input } from '#platform/http/parameters/input.js';
import { SessionCookies } from '#platform/http/session-cookies.js';
import { LoginService } from '#modules/auth/login';
import { encryptApiKey, isOneTimeKey } from '#modules/auth/api-keys';
import { OidcLogin, STATE_SECONDS } from './oidc-login.service.js';
import { OidcCallbackDto, OidcStartDto } from './oidc.dto.js';
import { safePath } from '#modules/auth/sessions';
import type { LoginAccount } from '#modules/auth/authentication';

const COOKIE = 'parley_oidc';
const APP_URL = 'zulip://login';

@Controller('accounts/login/oidc')
export class OidcController {
  constructor(
    private readonly oidcLogin: OidcLogin,
    private readonly loginService: LoginService,
    private readonly realmsService: RealmsService,
    private readonly sessionCookies: SessionCookies,
  ) {}

  @Get()
  @Public()
  async start(
    @CurrentRealm() realm: RealmIdentity,
    @Input() { next, mobile_flow_otp: oneTimeKey }: OidcStartDto,
    @Res() response: Response,
  ): Promise<void> {
    await answer(response, async () => {
      if (oneTimeKey !== undefined && !isOneTimeKey(oneTimeKey)) {
        throw ApiError.badRequest('mobile_flow_otp must be 64 hexadecimal digits');
      }
      const { url, sealed } = await this.oidcLogin.begin(realm, {
        next: safePath(next),
        oneTimeKey,
      });
      this.sessionCookies.setNamed(response, COOKIE, sealed, STATE_SECONDS);
      response.redirect(302, url);
    });
  }

  @Get('callback')
  @Public()
  async finish(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() _input: OidcCallbackDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await answer(response, async () => {
      const sealed = this.sessionCookies.readNamed(request, COOKIE);
      this.sessionCookies.setNamed(response, COOKIE, '', 0);
      const query = request.originalUrl.split('?')[1] ?? '';
      const { account, purpose } = await this.oidcLogin.finish(realm, sealed, query);
      if (purpose.oneTimeKey !== undefined) {
        response.redirect(302, await this.appUrl(realm, account, origin, purpose.oneTimeKey));
        return;
      }
      this.sessionCookies.set(
        response,
        await this.loginService.openSession(realm.id, account, origin),
      );
      response.redirect(302, purpose.next);
    });
  }

  private async appUrl(
    realm: RealmIdentity,
    account: LoginAccount,
    origin: LoginOrigin,
    oneTimeKey: string,
  ): Promise<string> {
    const { apiKey, email, userId } = await this.loginService.fetchApiKey(
      realm.id,
      account,
      origin,
    );
    const fields = new URLSearchParams({
      realm: await this.realmsService.url(realm.id),
      email,
      user_id: String(userId),
      otp_encrypted_api_key: encryptApiKey(apiKey, oneTimeKey),
    });
    return `${APP_URL}?${fields.toString()}`;
  }
}

/** Answers failures with a page, since browsers come here. */
async function answer(response: Response, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sendPage(response, error.status, { template: 'login-failed', problem: error.message });
  }
}
