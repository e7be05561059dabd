// The pages on which people log in and out with a browser.
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuthorizedClients } from '#modules/auth/authentication';
import { Public } from '#platform/http/access.decorators.js';
import { ApiError } from '#platform/http/api-error.js';
import {
  type Actor,
  CurrentActor,
  CurrentOrigin,
  CurrentRealm,
  CurrentSession,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import { type Page, sendPage } from '#platform/http/pages.js';
import { Input } from '#platform/http/parameters/input.js';
import { checkOrigin, SessionCookies } from '#platform/http/session-cookies.js';
import { FinishLogin, PasswordLogin } from '#modules/auth/login';
import { LoginPage } from './login-page.service.js';
import { LoginFormDto, LoginPageDto } from './login-page.dto.js';
import { safePath } from './safe-path.js';

@Controller('accounts')
export class LoginPageController {
  constructor(
    private readonly loginPage: LoginPage,
    private readonly passwordLogin: PasswordLogin,
    private readonly finishLogin: FinishLogin,
    private readonly authorizedClients: AuthorizedClients,
    private readonly sessionCookies: SessionCookies,
  ) {}

  @Get('login')
  @Public()
  async show(
    @CurrentRealm() realm: RealmIdentity,
    @Input() { next }: LoginPageDto,
    @Res() response: Response,
  ): Promise<void> {
    sendPage(response, 200, await this.pageOf(realm, next));
  }

  @Post('login')
  @HttpCode(200)
  @Public()
  async logIn(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() { username, password, next }: LoginFormDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    try {
      checkOrigin(request);
      const { address } = origin;
      const account = await this.passwordLogin.check(realm, { username, password, address });
      this.sessionCookies.set(
        response,
        await this.finishLogin.withSession(realm.id, account, origin),
      );
      response.redirect(303, safePath(next));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sendPage(response, error.status, await this.pageOf(realm, next, error.message));
    }
  }

  @Post('logout')
  @HttpCode(200)
  async logOut(
    @CurrentActor() actor: Actor,
    @CurrentSession() sessionId: number | undefined,
    @Res() response: Response,
  ): Promise<void> {
    if (sessionId !== undefined) await this.authorizedClients.logOut(actor, sessionId);
    this.sessionCookies.clear(response);
    response.redirect(303, '/accounts/login');
  }

  private async pageOf(
    realm: RealmIdentity,
    next: string | undefined,
    failure?: string,
  ): Promise<Page> {
    return this.loginPage.of(realm.id, safePath(next), failure);
  }
}
