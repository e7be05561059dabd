// Requests to providers with the connected accounts of users. Expired tokens are refreshed. A token that the
// provider refuses is deleted, so that clients ask the user to connect the account again.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { KeyedLimit } from '#platform/keyed-limit.js';
import { GrantRefused, OAuthClients, TITLES } from './oauth-clients.service.js';
import type { Send } from './provider-requests.js';
import type { TokenProvider } from './video-call-token.entity.js';
import { type StoredToken, VideoCallTokens } from './video-call-tokens.service.js';

/** Tokens that expire within this time are refreshed before they are used. */
const LEEWAY_SECONDS = 60;
/** The time in which another process that refreshed the same token stores the new one. */
const STORING_MS = 1_000;

@Injectable()
export class ConnectedAccounts {
  /** Current refreshes by user, because providers invalidate a refresh token when it is used. */
  private readonly refreshes = new KeyedLimit<number>(1);

  constructor(
    private readonly videoCallTokens: VideoCallTokens,
    private readonly oAuthClients: OAuthClients,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a request with the access token of the user, and returns the response, which is not 401. Throws
   * INVALID_VIDEO_CALL_PROVIDER_TOKEN if there is no valid token.
   */
  async request(
    { userId }: Actor,
    provider: TokenProvider,
    send: Send,
    request: (headers: Record<string, string>) => Promise<Response>,
  ): Promise<Response> {
    const token = await this.refreshes.run(userId, () => this.current(userId, provider, send));
    const response = await request({ Authorization: `Bearer ${token.accessToken}` });
    if (response.status !== 401) return response;
    await this.videoCallTokens.drop(token);
    throw invalidToken(provider);
  }

  private async current(userId: number, provider: TokenProvider, send: Send): Promise<StoredToken> {
    const stored = await this.videoCallTokens.find(userId, provider);
    if (!stored) throw invalidToken(provider);
    if (stored.expiresAt > this.clock.seconds() + LEEWAY_SECONDS) return stored;
    try {
      const { refreshToken } = stored;
      if (refreshToken === undefined) throw new GrantRefused('There is no refresh token');
      const token = await this.oAuthClients.refresh(provider, refreshToken, send);
      return await this.videoCallTokens.replace(stored, token);
    } catch (error) {
      if (!(error instanceof GrantRefused)) throw error;
      return this.afterRefusal(stored);
    }
  }

  /** Another process may have used the refresh token at the same time. */
  private async afterRefusal(refused: StoredToken): Promise<StoredToken> {
    const { userId, provider, sealedToken } = refused.row;
    await this.clock.sleep(STORING_MS, new AbortController().signal);
    const current = await this.videoCallTokens.find(userId, provider);
    if (current && !current.row.sealedToken.equals(sealedToken)) return current;
    await this.videoCallTokens.drop(refused);
    throw invalidToken(provider);
  }
}

function invalidToken(provider: TokenProvider): ApiError {
  const message = `Connect your ${TITLES[provider]} account to create calls`;
  return new ApiError('INVALID_VIDEO_CALL_PROVIDER_TOKEN', 400, message);
}
