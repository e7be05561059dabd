import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccountFormController, JoinDto } from '#modules/invites/invites';
import { Public } from '#platform/http/access.decorators.js';
import {
  CurrentOrigin,
  CurrentRealm,
  type LoginOrigin,
  type RealmIdentity,
} from '#platform/http/actor.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { SessionCookies } from '#platform/http/session-cookies.js';
import { Post } from '#platform/http/write-routes.js';
import { SignUpPages } from './sign-up-pages.service.js';

@Controller('accounts/register')
export class SignUpController extends AccountFormController {
  constructor(
    private readonly signUpPages: SignUpPages,
    sessionCookies: SessionCookies,
  ) {
    super(sessionCookies);
  }

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
    const submission = this.submissionOf(request, input, origin);
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
    const submission = this.submissionOf(request, input, origin);
    this.send(response, await this.signUpPages.submit(realm, token, submission));
  }
}
