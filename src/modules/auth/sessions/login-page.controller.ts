// The login page, and logging out from it.
import { Controller, Get, Req, Res } from '@nestjs/common';
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
import { LoginService } from '#modules/auth/login';
import { Post } from '#platform/http/write-routes.js';
import { LoginPage } from './login-page.service.js';
import { LoginFormDto, LoginPageDto } from './login-page.dto.js';
import { safePath } from './safe-path.js';

@Controller('accounts')
export class LoginPageController {
  constructor(
    private readonly loginPage: LoginPage,
    private readonly loginService: LoginService,
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
  @Public()
  async logIn(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() input: LoginFormDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    try {
      checkOrigin(request);
      const account = await this.loginService.checkPassword(realm, input, origin);
      const token = await this.loginService.openSession(realm.id, account, origin);
      this.sessionCookies.set(response, token);
      response.redirect(303, safePath(input.next));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      sendPage(response, error.status, await this.pageOf(realm, input.next, error.message));
    }
  }

  @Post('logout')
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
    problem?: string,
  ): Promise<Page> {
    return this.loginPage.build(realm.id, safePath(next), problem);
  }
}
