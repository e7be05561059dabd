// Connects the account of a user with a provider: redirects to the provider, and handles the redirect back.
// The OAuth state is sealed and contains the browser session, so that a response is accepted only in the session
// that requested it. One redirect URL is registered with a provider; its page redirects to the organization of
// the user.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { SecretBox } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor, RealmIdentity } from '#platform/http/actor.js';
import { GrantRefused, OAuthClients, TITLES } from './oauth-clients.service.js';
import { ProviderRequests } from './provider-requests.js';
import type { TokenProvider } from './video-call-token.entity.js';
import { VideoCallTokens } from './video-call-tokens.service.js';

const STATE_SECONDS = 15 * 60;
const PURPOSE = 'connect video calls';

interface State {
  purpose: typeof PURPOSE;
  provider: TokenProvider;
  /** String id of the organization of the user. */
  realm: string;
  userId: number;
  sessionId: number;
  until: number;
}

/** The browser session of a request. */
export interface BrowserSession {
  actor: Actor;
  sessionId: number;
}

@Injectable()
export class ConnectAccountService {
  constructor(
    private readonly oAuthClients: OAuthClients,
    private readonly videoCallTokens: VideoCallTokens,
    private readonly providerRequests: ProviderRequests,
    private readonly realmsService: RealmsService,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Returns the URL of the provider's consent page. */
  begin(
    realm: RealmIdentity,
    { actor, sessionId }: BrowserSession,
    provider: TokenProvider,
  ): string {
    this.oAuthClients.requireUserApp(provider);
    const until = this.clock.seconds() + STATE_SECONDS;
    const { userId } = actor;
    const state: State = {
      purpose: PURPOSE,
      provider,
      realm: realm.stringId,
      userId,
      sessionId,
      until,
    };
    const sealed = this.secretBox.seal(JSON.stringify(state)).toString('base64url');
    return this.oAuthClients.authorizationUrl(provider, this.redirectUri(provider), sealed);
  }

  /** Returns the URL for the response in the organization of the user, if it is a different one. */
  async otherRealm(
    realm: RealmIdentity | undefined,
    provider: TokenProvider,
    query: URLSearchParams,
  ): Promise<string | undefined> {
    const { realm: stringId } = this.open(provider, query);
    if (realm?.stringId === stringId) return undefined;
    const other = await this.realmsService.findByStringId(stringId);
    if (!other) throw ApiError.nonexistentRealm();
    return `${await this.realmsService.url(other.id)}${pathOf(provider)}?${query.toString()}`;
  }

  /** `query` is the query of the URL to which the provider redirected the browser. */
  async finish(
    { actor, sessionId }: BrowserSession,
    provider: TokenProvider,
    query: URLSearchParams,
  ): Promise<void> {
    this.oAuthClients.requireUserApp(provider);
    const state = this.open(provider, query);
    if (state.userId !== actor.userId || state.sessionId !== sessionId) {
      throw ApiError.badRequest('The connection was started in another browser session');
    }
    const url = new URL(this.redirectUri(provider));
    url.search = query.toString();
    const title = TITLES[provider];
    const token = await this.providerRequests.run(title, async (send) => {
      try {
        return await this.oAuthClients.redeem(provider, url, send);
      } catch (error) {
        if (!(error instanceof GrantRefused)) throw error;
        throw ApiError.badRequest(`${title} did not allow the connection`);
      }
    });
    await this.videoCallTokens.save(actor, provider, token);
  }

  private redirectUri(provider: TokenProvider): string {
    return `${this.config.externalUrl.origin}${pathOf(provider)}`;
  }

  private open(provider: TokenProvider, query: URLSearchParams): State {
    const state = this.unseal(query.get('state') ?? '');
    if (state?.purpose !== PURPOSE || state.provider !== provider) {
      throw ApiError.badRequest('The response is not valid; start the connection again');
    }
    if (state.until < this.clock.seconds()) {
      throw ApiError.badRequest('The connection has expired; start it again');
    }
    return state;
  }

  private unseal(text: string): State | undefined {
    try {
      return JSON.parse(this.secretBox.open(Buffer.from(text, 'base64url'))) as State;
    } catch {
      return undefined;
    }
  }
}

function pathOf(provider: TokenProvider): string {
  return `/calls/${provider}/complete`;
}
