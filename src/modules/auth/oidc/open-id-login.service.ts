// Single sign-on from the first step to the account. What has to be remembered meanwhile is sealed
// into a cookie, so any process can take somebody back whom another one sent away.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { isMethodOn, RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { SecretBox } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import type { RealmIdentity } from '#platform/http/actor.js';
import { type LoginAccount, loginRefused } from '#modules/auth/authentication';
import { OpenId, type Visit } from './open-id.service.js';
import { OutsideAccounts } from '#modules/auth/external-identities';

const CALLBACK = '/accounts/login/oidc/callback';

/** How long somebody may take at the provider. */
export const VISIT_SECONDS = 15 * 60;

export interface Purpose {
  /** Where to go afterwards. */
  next: string;
  /** Of an app that waits for the API key. */
  oneTimeKey: string | undefined;
}

interface SealedVisit {
  visit: Visit;
  purpose: Purpose;
  realmId: number;
  until: number;
}

@Injectable()
export class OpenIdLogin {
  constructor(
    private readonly openId: OpenId,
    private readonly outsideAccounts: OutsideAccounts,
    private readonly realmsService: RealmsService,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** The address of the provider, and what the browser must bring back. */
  async begin(realm: RealmIdentity, purpose: Purpose): Promise<{ url: string; sealed: string }> {
    await this.checkOn(realm);
    const { url, visit } = await this.openId.begin(await this.callback(realm));
    const until = this.clock.seconds() + VISIT_SECONDS;
    const sealed: SealedVisit = { visit, purpose, realmId: realm.id, until };
    return { url, sealed: this.secretBox.seal(JSON.stringify(sealed)).toString('base64url') };
  }

  /** `query` is what the provider added to the address. The account is active. */
  async finish(
    realm: RealmIdentity,
    sealed: string | undefined,
    query: string,
  ): Promise<{ account: LoginAccount; purpose: Purpose }> {
    await this.checkOn(realm);
    const { visit, purpose, realmId, until } = this.unsealed(sealed);
    if (realmId !== realm.id || until < this.clock.seconds()) throw expired();
    const url = new URL(await this.callback(realm));
    url.search = query;
    const identity = await this.openId.finish(url, visit);
    const mayCreate = this.config.signIn.openId?.createsAccounts ?? false;
    const account = await this.outsideAccounts.find(realm.id, identity, { mayCreate });
    if (!account) {
      throw loginRefused('AUTHENTICATION_FAILED', 'You have no account in this organization');
    }
    if (!account.isActive) throw loginRefused('USER_DEACTIVATED');
    return { account, purpose };
  }

  private async checkOn(realm: RealmIdentity): Promise<void> {
    if (realm.deactivated) throw loginRefused('REALM_DEACTIVATED');
    const settings = await this.realmsService.settings(realm.id);
    if (isMethodOn('OpenID Connect', settings, this.config.signIn)) return;
    throw ApiError.badRequest('This organization has no single sign-on');
  }

  private async callback(realm: RealmIdentity): Promise<string> {
    return `${await this.realmsService.url(realm.id)}${CALLBACK}`;
  }

  private unsealed(sealed: string | undefined): SealedVisit {
    if (sealed === undefined) throw expired();
    try {
      return JSON.parse(this.secretBox.open(Buffer.from(sealed, 'base64url'))) as SealedVisit;
    } catch {
      throw expired();
    }
  }
}

function expired(): ApiError {
  return loginRefused('AUTHENTICATION_FAILED', 'The login took too long or began elsewhere');
}
