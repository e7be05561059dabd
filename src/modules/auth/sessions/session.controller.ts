// Browser sessions, for scripts of web clients. The login page is in login-page.controller.ts.
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuthorizedClients } from '#modules/auth/authentication';
import { Public } from '#platform/http/access.decorators.js';
import {
  type Actor,
  CurrentActor,
  CurrentOrigin,
  CurrentRealm,
  CurrentSession,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { checkOrigin, csrfTokenOf, SessionCookies } from '#platform/http/session-cookies.js';
import { LoginDto, LoginService } from '#modules/auth/login';
import { Delete, Post } from '#platform/http/write-routes.js';

@Controller('session')
export class SessionController {
  constructor(
    private readonly loginService: LoginService,
    private readonly authorizedClients: AuthorizedClients,
    private readonly sessionCookies: SessionCookies,
  ) {}

  @Post()
  @Public()
  async logIn(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() input: LoginDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ResponseOf<'open-session'>> {
    checkOrigin(request);
    const account = await this.loginService.checkPassword(realm, input, origin);
    const token = await this.loginService.openSession(realm.id, account, origin);
    this.sessionCookies.set(response, token);
    return {
      csrf_token: csrfTokenOf(token),
      email: account.deliveryEmail,
      user_id: account.id,
    };
  }

  @Get()
  async show(
    @CurrentActor() { deliveryEmail, userId }: Actor,
    @CurrentSession() sessionId: number | undefined,
    @Req() request: Request,
  ): Promise<ResponseOf<'get-session'>> {
    const token = this.sessionCookies.read(request);
    if (sessionId === undefined || token === undefined) throw noSession();
    return { csrf_token: csrfTokenOf(token), email: deliveryEmail, user_id: userId };
  }

  @Delete()
  async logOut(
    @CurrentActor() actor: Actor,
    @CurrentSession() sessionId: number | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ResponseOf<'end-session'>> {
    if (sessionId === undefined) throw noSession();
    await this.authorizedClients.logOut(actor, sessionId);
    this.sessionCookies.clear(response);
  }
}

function noSession(): ApiError {
  return ApiError.badRequest('The request does not belong to a browser session');
}
