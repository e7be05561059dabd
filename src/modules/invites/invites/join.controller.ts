// The page behind the link of an invitation, which creates the account and logs it in. Opening the page
// changes nothing, because mail programs open links as well.
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
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
import { JoinDto } from './invites.dto.js';
import { JoinPages } from './join-pages.service.js';

@Controller('join')
export class JoinController {
  constructor(
    private readonly joinPages: JoinPages,
    private readonly sessionCookies: SessionCookies,
  ) {}

  @Get(':token')
  @Public()
  async show(
    @CurrentRealm() realm: RealmIdentity,
    @PathText('token') token: string,
    @Res() response: Response,
  ): Promise<void> {
    const { status, page } = await this.joinPages.show(realm, token);
    sendPage(response, status, page);
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
    const submission = { input, origin, checkOrigin: () => checkOrigin(request) };
    const { status, page, sessionToken } = await this.joinPages.submit(realm, token, submission);
    if (sessionToken !== undefined) this.sessionCookies.set(response, sessionToken);
    sendPage(response, status, page);
  }
}
