// The way to the OpenID provider and back. Who comes back with a browser gets a session, who comes
// from an app is led back to it with the encrypted API key.
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
import { FinishLogin } from '#modules/auth/login';
import { encryptedKey, isOneTimeKey } from '#modules/auth/api-keys';
import { OpenIdLogin, VISIT_SECONDS } from './open-id-login.service.js';
import { OpenIdCallbackDto, OpenIdStartDto } from './open-id.dto.js';
import { safePath } from '#modules/auth/sessions';
import type { LoginAccount } from '#modules/auth/authentication';

const COOKIE = 'parley_oidc';
const APP_ADDRESS = 'zulip://login';

@Controller('accounts/login/oidc')
export class OpenIdController {
  constructor(
    private readonly openIdLogin: OpenIdLogin,
    private readonly finishLogin: FinishLogin,
    private readonly realmsService: RealmsService,
    private readonly sessionCookies: SessionCookies,
  ) {}

  @Get()
  @Public()
  async start(
    @CurrentRealm() realm: RealmIdentity,
    @Input() { next, mobile_flow_otp: oneTimeKey }: OpenIdStartDto,
    @Res() response: Response,
  ): Promise<void> {
    await answer(response, async () => {
      if (oneTimeKey !== undefined && !isOneTimeKey(oneTimeKey)) {
        throw ApiError.badRequest('mobile_flow_otp must be 64 hexadecimal digits');
      }
      const { url, sealed } = await this.openIdLogin.begin(realm, {
        next: safePath(next),
        oneTimeKey,
      });
      this.sessionCookies.setNamed(response, COOKIE, sealed, VISIT_SECONDS);
      response.redirect(302, url);
    });
  }

  @Get('callback')
  @Public()
  async finish(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() _input: OpenIdCallbackDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await answer(response, async () => {
      const sealed = this.sessionCookies.readNamed(request, COOKIE);
      this.sessionCookies.setNamed(response, COOKIE, '', 0);
      const query = request.originalUrl.split('?')[1] ?? '';
      const { account, purpose } = await this.openIdLogin.finish(realm, sealed, query);
      if (purpose.oneTimeKey !== undefined) {
        response.redirect(302, await this.appAddress(realm, account, origin, purpose.oneTimeKey));
        return;
      }
      this.sessionCookies.set(
        response,
        await this.finishLogin.withSession(realm.id, account, origin),
      );
      response.redirect(302, purpose.next);
    });
  }

  private async appAddress(
    realm: RealmIdentity,
    account: LoginAccount,
    origin: LoginOrigin,
    oneTimeKey: string,
  ): Promise<string> {
    const { apiKey, email, userId } = await this.finishLogin.withApiKey(realm.id, account, origin);
    const fields = new URLSearchParams({
      realm: await this.realmsService.url(realm.id),
      email,
      user_id: String(userId),
      otp_encrypted_api_key: encryptedKey(apiKey, oneTimeKey),
    });
    return `${APP_ADDRESS}?${fields.toString()}`;
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
