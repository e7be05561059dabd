// Single sign-on, from the authorization request to the account. The state in between is sealed into a
// cookie, so that any process can handle the response.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { type LoginAccount, loginRefused } from '#modules/auth/authentication';
import { ExternalIdentities } from '#modules/auth/external-identities';
import { isMethodOn, RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { SecretBox } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import type { RealmIdentity } from '#platform/http/actor.js';
import { type AuthorizationRequest, OidcProvider } from './oidc-provider.service.js';

const CALLBACK = '/accounts/login/oidc/callback';

/** The time limit for the login at the provider. */
export const STATE_SECONDS = 15 * 60;

export interface Purpose {
  /** The path to continue at after the login. */
  next: string;
  /** Set for a login on behalf of an app, which receives the API key encrypted with it. */
  oneTimeKey: string | undefined;
}

interface State {
  request: AuthorizationRequest;
  purpose: Purpose;
  realmId: number;
  until: number;
}

@Injectable()
export class OidcLogin {
  constructor(
    private readonly oidcProvider: OidcProvider,
    private readonly externalIdentities: ExternalIdentities,
    private readonly realmsService: RealmsService,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** Returns the URL of the provider, and the sealed state for a cookie. */
  async begin(realm: RealmIdentity, purpose: Purpose): Promise<{ url: string; sealed: string }> {
    await this.requireEnabled(realm);
    const { url, request } = await this.oidcProvider.begin(await this.callbackUrl(realm));
    const until = this.clock.seconds() + STATE_SECONDS;
    const state: State = { request, purpose, realmId: realm.id, until };
    return { url, sealed: this.secretBox.seal(JSON.stringify(state)).toString('base64url') };
  }

  /** `query` is that of the URL to which the provider redirected the browser. The account is active. */
  async finish(
    realm: RealmIdentity,
    sealed: string | undefined,
    query: string,
  ): Promise<{ account: LoginAccount; purpose: Purpose }> {
    await this.requireEnabled(realm);
    const { request, purpose, realmId, until } = this.open(sealed);
    if (realmId !== realm.id || until < this.clock.seconds()) throw expired();
    const url = new URL(await this.callbackUrl(realm));
    url.search = query;
    const identity = await this.oidcProvider.finish(url, request);
    const mayCreate = this.config.signIn.openId?.createsAccounts ?? false;
    const account = await this.externalIdentities.findAccount(realm.id, identity, { mayCreate });
    if (!account) {
      throw loginRefused('AUTHENTICATION_FAILED', 'You have no account in this organization');
    }
    if (!account.isActive) throw loginRefused('USER_DEACTIVATED');
    return { account, purpose };
  }

  private async requireEnabled(realm: RealmIdentity): Promise<void> {
    if (realm.deactivated) throw loginRefused('REALM_DEACTIVATED');
    const settings = await this.realmsService.settings(realm.id);
    if (isMethodOn('OpenID Connect', settings, this.config.signIn)) return;
    throw ApiError.badRequest('This organization does not use single sign-on');
  }

  private async callbackUrl(realm: RealmIdentity): Promise<string> {
    return `${await this.realmsService.url(realm.id)}${CALLBACK}`;
  }

  private open(sealed: string | undefined): State {
    if (sealed === undefined) throw expired();
    try {
      return JSON.parse(this.secretBox.open(Buffer.from(sealed, 'base64url'))) as State;
    } catch {
      throw expired();
    }
  }
}

function expired(): ApiError {
  return loginRefused(
    'AUTHENTICATION_FAILED',
    'The login has expired or was started in another browser',
  );
}
