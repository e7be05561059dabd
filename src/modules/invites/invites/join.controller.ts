// The page behind the link of an invitation, which creates the account and logs it in. Opening the page
// changes nothing, because mail programs open links as well.
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
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
import { AccountFormController } from './account-form.controller.js';
import { JoinDto } from './invites.dto.js';
import { JoinPages } from './join-pages.service.js';

@Controller('join')
export class JoinController extends AccountFormController {
  constructor(
    private readonly joinPages: JoinPages,
    sessionCookies: SessionCookies,
  ) {
    super(sessionCookies);
  }

  @Get(':token')
  @Public()
  async show(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('token') token: string,
    @Res() response: Response,
  ): Promise<void> {
    this.send(response, await this.joinPages.show(realm, token));
  }

  @Post(':token')
  @Public()
  async submit(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentOrigin() origin: LoginOrigin,
    @PathText('token') token: string,
    @Input() input: JoinDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const submission = this.submissionOf(request, input, origin);
    this.send(response, await this.joinPages.submit(realm, token, submission));
  }
}
