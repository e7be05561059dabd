// Meetings of Zoom, with the account of the user. With a server-to-server app, meetings are created in the Zoom
// account of the server, for the Zoom user with the same email.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import type { ZoomConfig } from '#config/video-calls.js';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { ConnectedAccounts } from './connected-accounts.service.js';
import { GrantRefused, notConfigured, OAuthClients } from './oauth-clients.service.js';
import {
  jsonRequest,
  ProviderRequests,
  requireAccepted,
  type Send,
  webLink,
} from './provider-requests.js';
import type { ProviderToken } from './video-call-tokens.service.js';

const NAME = 'Zoom';
const UNKNOWN_USER = 1001;
const INVALID_TOKEN = 124;
/** Tokens of the server are replaced this long before they expire. */
const LEEWAY_SECONDS = 240;

interface ZoomAnswer {
  code?: unknown;
  join_url?: unknown;
}

@Injectable()
export class ZoomService {
  /** The current token of a server-to-server app. */
  private serverToken: ProviderToken | undefined;

  constructor(
    private readonly connectedAccounts: ConnectedAccounts,
    private readonly oAuthClients: OAuthClients,
    private readonly providerRequests: ProviderRequests,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Returns the link to the meeting. */
  async create(actor: Actor, hasVideo: boolean): Promise<string> {
    const { zoom } = this.config.videoCalls;
    if (!zoom) throw notConfigured(NAME);
    const meeting = {
      settings: { host_video: hasVideo, participant_video: hasVideo },
      // Without a password, Zoom would open the waiting room.
      default_password: true,
    };
    return this.providerRequests.run(NAME, (send) =>
      zoom.accountId === undefined
        ? this.createForUser(actor, zoom, meeting, send)
        : this.createForAccount(actor, zoom, meeting, send),
    );
  }

  private async createForUser(
    actor: Actor,
    { apiUrl }: ZoomConfig,
    meeting: object,
    send: Send,
  ): Promise<string> {
    const url = new URL('/v2/users/me/meetings', apiUrl);
    const response = await this.connectedAccounts.request(actor, 'zoom', send, (headers) =>
      send(url, jsonRequest(meeting, headers)),
    );
    requireAccepted(NAME, response);
    return webLink(((await response.json()) as ZoomAnswer).join_url);
  }

  private async createForAccount(
    { deliveryEmail }: Actor,
    { apiUrl, accountId }: ZoomConfig,
    meeting: object,
    send: Send,
  ): Promise<string> {
    const token = await this.tokenOf(accountId!, send);
    const url = new URL(`/v2/users/${encodeURIComponent(deliveryEmail)}/meetings`, apiUrl);
    const headers = { Authorization: `Bearer ${token.accessToken}` };
    const response = await send(url, jsonRequest(meeting, headers));
    const answer = (await response.json()) as ZoomAnswer;
    if (!response.ok && answer.code === UNKNOWN_USER) {
      throw new ApiError(
        'UNKNOWN_ZOOM_USER',
        400,
        `Zoom has no user with the email ${deliveryEmail}`,
      );
    }
    if (!response.ok && answer.code === INVALID_TOKEN) this.serverToken = undefined;
    requireAccepted(NAME, response);
    return webLink(answer.join_url);
  }

  private async tokenOf(accountId: string, send: Send): Promise<ProviderToken> {
    const now = this.clock.seconds();
    if (this.serverToken && this.serverToken.expiresAt > now + LEEWAY_SECONDS) {
      return this.serverToken;
    }
    try {
      this.serverToken = await this.oAuthClients.ofAccount(accountId, send);
      return this.serverToken;
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error;
      throw ApiError.badRequest('Zoom refuses the credentials of this server');
    }
  }
}
