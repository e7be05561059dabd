// URLs of video calls for browsers, outside of the API: connecting an account with a provider, disconnecting it,
// and joining a meeting of BigBlueButton.
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Public } from '#platform/http/access.decorators.js';
import {
  type Actor,
  CurrentActor,
  CurrentRealm,
  CurrentSession,
  type RealmIdentity,
} from '#platform/http/actor.js';
import { ApiError } from '#platform/http/api-error.js';
import { Authentication } from '#platform/http/authentication.js';
import { OwnBody } from '#platform/http/body.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { sendPage } from '#platform/http/pages.js';
import { Input, PathText } from '#platform/http/parameters/input.js';
import { checkCsrf, SessionCookies } from '#platform/http/session-cookies.js';
import { Post } from '#platform/http/write-routes.js';
import { BigBlueButtonService } from './big-blue-button.service.js';
import { type BrowserSession, ConnectAccountService } from './connect-account.service.js';
import { TITLES } from './oauth-clients.service.js';
import type { TokenProvider } from './video-call-token.entity.js';
import { VideoCallTokens } from './video-call-tokens.service.js';
import { CompleteConnectionDto, JoinBigBlueButtonCallDto } from './video-links.dto.js';

@Controller('calls')
export class VideoLinkPagesController {
  constructor(
    private readonly connectAccountService: ConnectAccountService,
    private readonly bigBlueButtonService: BigBlueButtonService,
    private readonly videoCallTokens: VideoCallTokens,
    private readonly authentication: Authentication,
    private readonly sessionCookies: SessionCookies,
  ) {}

  @Get(':provider/register')
  async connect(
    @CurrentRealm() realm: RealmIdentity,
    @CurrentActor() actor: Actor,
    @CurrentSession() sessionId: number | undefined,
    @PathText('provider') name: string,
    @Res() response: Response,
  ): Promise<void> {
    const provider = providerOf(name);
    await answer(response, async () => {
      if (sessionId === undefined) throw noSession();
      const session = { actor, sessionId };
      response.redirect(302, this.connectAccountService.begin(realm, session, provider));
    });
  }

  /** Public, because the user may have no account in the organization at the URL of the server. */
  @Get(':provider/complete')
  @Public()
  async complete(
    @CurrentRealm({ optional: true }) realm: RealmIdentity | undefined,
    @PathText('provider') name: string,
    @Input() _input: CompleteConnectionDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const provider = providerOf(name);
    await answer(response, async () => {
      const query = new URLSearchParams(request.originalUrl.split('?')[1] ?? '');
      const elsewhere = await this.connectAccountService.otherRealm(realm, provider, query);
      if (elsewhere !== undefined) {
        response.redirect(302, elsewhere);
        return;
      }
      const session = await this.sessionOf(realm, request);
      if (!session) throw noSession();
      await this.connectAccountService.finish(session, provider, query);
      const variables = { provider: TITLES[provider] };
      sendPage(response, 200, { template: 'video-calls-connected', variables });
    });
  }

  /** Providers send a request when a user withdraws consent. With a session, disconnects the user's account. */
  @Post(':provider/deauthorize')
  @Public()
  @OwnBody()
  async disconnect(
    @CurrentRealm({ optional: true }) realm: RealmIdentity | undefined,
    @PathText('provider') name: string,
    @Req() request: Request,
  ): Promise<ResponseOf<'disconnect-video-calls'>> {
    const provider = providerOf(name);
    const session = await this.sessionOf(realm, request);
    if (!session) return;
    checkCsrf(request, this.sessionCookies.read(request) ?? '');
    await this.videoCallTokens.disconnect(session.actor, provider);
  }

  @Get('bigbluebutton/join')
  async join(
    @CurrentActor() actor: Actor,
    @Input() { bigbluebutton: sealed }: JoinBigBlueButtonCallDto,
    @Res() response: Response,
  ): Promise<void> {
    await answer(response, async () => {
      response.redirect(302, await this.bigBlueButtonService.join(actor, sealed));
    });
  }

  private async sessionOf(
    realm: RealmIdentity | undefined,
    request: Request,
  ): Promise<BrowserSession | undefined> {
    const token = this.sessionCookies.read(request);
    if (token === undefined || !realm) return undefined;
    return this.authentication.authenticateSession(realm, token);
  }
}

function providerOf(name: string): TokenProvider {
  if (name === 'zoom' || name === 'webex') return name;
  throw ApiError.notFound();
}

function noSession(): ApiError {
  return ApiError.badRequest('Log in to this organization in the same browser first');
}

/** Sends errors as pages, because the requests come from browsers. */
async function answer(response: Response, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sendPage(response, error.status, { template: 'video-calls-failed', problem: error.message });
  }
}
