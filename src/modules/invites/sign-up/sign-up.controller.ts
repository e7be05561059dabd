import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { JoinDto, type JoinResult } from '#modules/invites/invites';
import { Public } from '#platform/http/access.decorators.js';
import {
  CurrentOrigin,
  CurrentRealm,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import { sendPage } from '#platform/http/pages.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { checkOrigin, SessionCookies } from '#platform/http/session-cookies.js';
import { SignUpPages } from './sign-up-pages.service.js';

@Controller('accounts/register')
export class SignUpController {
  constructor(
    private readonly signUpPages: SignUpPages,
    private readonly sessionCookies: SessionCookies,
  ) {}

  @Get()
  @Public()
  async show(@CurrentRealm() realm: RealmIdentity, @Res() response: Response): Promise<void> {
    this.send(response, await this.signUpPages.show(realm));
  }

  @Post()
  @Public()
  async submit(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @Input() input: JoinDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const submission = { input, origin, checkOrigin: () => checkOrigin(request) };
    this.send(response, await this.signUpPages.submit(realm, undefined, submission));
  }

  @Get(':token')
  @Public()
  async showConfirmed(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('token') token: string,
    @Res() response: Response,
  ): Promise<void> {
    this.send(response, await this.signUpPages.show(realm, token));
  }

  @Post(':token')
  @Public()
  async submitConfirmed(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @PathText('token') token: string,
    @Input() input: JoinDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const submission = { input, origin, checkOrigin: () => checkOrigin(request) };
    this.send(response, await this.signUpPages.submit(realm, token, submission));
  }

  private send(response: Response, { status, page, sessionToken }: JoinResult): void {
    if (sessionToken !== undefined) this.sessionCookies.set(response, sessionToken);
    sendPage(response, status, page);
  }
}
