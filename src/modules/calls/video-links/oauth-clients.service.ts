// OAuth 2.0 with the providers of video calls: consent of users, and tokens.
import { Injectable } from '@nestjs/common';
import * as oauth from 'openid-client';
import { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Send } from './provider-requests.js';
import type { TokenProvider } from './video-call-token.entity.js';
import type { ProviderToken } from './video-call-tokens.service.js';

/** Accessed by name, because the library marks it as deprecated only to warn its users. */
const allowHttp: (configuration: oauth.Configuration) => void = Reflect.get(
  oauth,
  'allowInsecureRequests',
);

/** Validity of tokens whose response does not contain it. */
const DEFAULT_SECONDS = 3600;
const WEBEX_SCOPE = 'meeting:schedules_read meeting:schedules_write spark:all';

export const TITLES: Record<TokenProvider, string> = { zoom: 'Zoom', webex: 'Webex' };

interface OAuthApp {
  clientId: string;
  clientSecret: string;
  authorizationUrl: URL;
  tokenUrl: URL;
  scope: string | undefined;
  authentication: (secret: string) => oauth.ClientAuth;
}

/** The provider refuses a code or a token. Its response is not shown. */
export class GrantRefused extends Error {}

@Injectable()
export class OAuthClients {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Throws BAD_REQUEST if users do not connect their accounts with this provider. */
  requireUserApp(provider: TokenProvider): void {
    const { zoom, webex } = this.config.videoCalls;
    const isConfigured = provider === 'zoom' ? zoom && !zoom.accountId : webex;
    if (!isConfigured) throw notConfigured(TITLES[provider]);
  }

  /** The URL at which the user consents. */
  authorizationUrl(provider: TokenProvider, redirectUri: string, state: string): string {
    const { scope } = this.app(provider);
    return oauth.buildAuthorizationUrl(this.configuration(provider), {
      redirect_uri: redirectUri,
      response_type: 'code',
      state,
      ...(scope !== undefined && { scope }),
    }).href;
  }

  /** `url` is the URL to which the provider redirected the browser. Throws GrantRefused. */
  async redeem(provider: TokenProvider, url: URL, send: Send): Promise<ProviderToken> {
    const expectedState = url.searchParams.get('state') ?? '';
    const client = this.configuration(provider, send);
    return this.token(provider, oauth.authorizationCodeGrant(client, url, { expectedState }));
  }

  /** Throws GrantRefused. */
  async refresh(provider: TokenProvider, refreshToken: string, send: Send): Promise<ProviderToken> {
    const client = this.configuration(provider, send);
    const token = await this.token(provider, oauth.refreshTokenGrant(client, refreshToken));
    // Providers that do not rotate refresh tokens may leave them out.
    return { ...token, refreshToken: token.refreshToken ?? refreshToken };
  }

  /** Returns a token for the account of the server. Throws GrantRefused. */
  ofAccount(accountId: string, send: Send): Promise<ProviderToken> {
    const client = this.configuration('zoom', send);
    return this.token(
      'zoom',
      oauth.genericGrantRequest(client, 'account_credentials', { account_id: accountId }),
    );
  }

  private async token(
    provider: TokenProvider,
    grant: Promise<oauth.TokenEndpointResponse & oauth.TokenEndpointResponseHelpers>,
  ): Promise<ProviderToken> {
    try {
      const { access_token: accessToken, refresh_token: refreshToken, ...rest } = await grant;
      const expiresAt = this.clock.seconds() + (rest.expires_in ?? DEFAULT_SECONDS);
      return { accessToken, refreshToken, expiresAt };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (!isClientRefused(error)) throw new GrantRefused(error.message);
      throw ApiError.badRequest(`${TITLES[provider]} refuses the credentials of this server`);
    }
  }

  private configuration(provider: TokenProvider, send?: Send): oauth.Configuration {
    const app = this.app(provider);
    const server = {
      issuer: app.tokenUrl.origin,
      authorization_endpoint: app.authorizationUrl.href,
      token_endpoint: app.tokenUrl.href,
    };
    const client = new oauth.Configuration(
      server,
      app.clientId,
      undefined,
      app.authentication(app.clientSecret),
    );
    if (send) client[oauth.customFetch] = (url, init) => send(url, init as RequestInit);
    // The configuration accepts http only for this machine.
    if (app.tokenUrl.protocol === 'http:') allowHttp(client);
    return client;
  }

  private app(provider: TokenProvider): OAuthApp {
    const { zoom, webex } = this.config.videoCalls;
    if (provider === 'zoom' && zoom) {
      return {
        ...zoom,
        authorizationUrl: new URL('/oauth/authorize', zoom.url),
        tokenUrl: new URL('/oauth/token', zoom.url),
        scope: undefined,
        authentication: plainBasic,
      };
    }
    if (provider === 'webex' && webex) {
      return {
        ...webex,
        authorizationUrl: new URL('/v1/authorize', webex.apiUrl),
        tokenUrl: new URL('/v1/access_token', webex.apiUrl),
        scope: WEBEX_SCOPE,
        authentication: oauth.ClientSecretPost,
      };
    }
    throw notConfigured(TITLES[provider]);
  }
}

/** Zoom expects id and secret unencoded; the standard and the library percent-encode them. */
function plainBasic(secret: string): oauth.ClientAuth {
  return (_server, client, _body, headers) => {
    const account = Buffer.from(`${client.client_id}:${secret}`).toString('base64');
    headers.set('authorization', `Basic ${account}`);
  };
}

export function notConfigured(title: string): ApiError {
  return ApiError.badRequest(`${title} is not configured on this server`);
}

/** Whether the provider refused the grant or the credentials of this server. */
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof oauth.ResponseBodyError ||
    error instanceof oauth.AuthorizationResponseError ||
    error instanceof oauth.WWWAuthenticateChallengeError
  );
}

/** Whether only the credentials of this server were refused, so that the grant may be valid. */
function isClientRefused(error: Error): boolean {
  if (error instanceof oauth.WWWAuthenticateChallengeError) return true;
  return error instanceof oauth.ResponseBodyError && error.error === 'invalid_client';
}
