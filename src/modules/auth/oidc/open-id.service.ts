// Speaks to the OpenID provider: where to send somebody, and who came back. What the provider says
// is read only if it belongs to the visit that began here: state, nonce and PKCE are all checked.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import * as openid from 'openid-client';
import { Config } from '#config/config.js';
import type { OpenIdConfig } from '#config/sign-in.js';
import { randomAlphanumeric, sha256 } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import { loginRefused } from '#modules/auth/authentication';
import type { OutsideIdentity } from '#modules/auth/external-identities';

/** What a browser keeps, sealed, while it is at the provider. */
export interface Visit {
  state: string;
  nonce: string;
  verifier: string;
}

/** By name, since the library marks it as deprecated to make it stand out. */
const allowHttp: (configuration: openid.Configuration) => void = Reflect.get(
  openid,
  'allowInsecureRequests',
);
const SECRET_LENGTH = 43;
const FAILURE = 'The login at the provider did not succeed';

@Injectable()
export class OpenId {
  private readonly provider: OpenIdConfig | undefined;
  private discovered: Promise<openid.Configuration> | undefined;

  constructor(
    config: Config,
    private readonly logger: PinoLogger,
  ) {
    this.provider = config.signIn.openId;
  }

  async begin(redirectUri: string): Promise<{ url: string; visit: Visit }> {
    const [state, nonce, verifier] = [secret(), secret(), secret()];
    const url = openid.buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: sha256(verifier).toString('base64url'),
      code_challenge_method: 'S256',
    });
    return { url: url.href, visit: { state, nonce, verifier } };
  }

  /** `url` is what the provider sent the browser to. Throws 401 when it proves nothing. */
  async finish(url: URL, { state, nonce, verifier }: Visit): Promise<OutsideIdentity> {
    const configuration = await this.configuration();
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw loginRefused('AUTHENTICATION_FAILED', FAILURE);
      if ('email' in claims) return identityOf(claims as Claims);
      return identityOf(await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub));
    } catch (error) {
      if (error instanceof ApiError) throw error;
      this.logger.warn({ reason: reasonOf(error) }, FAILURE);
      throw loginRefused('AUTHENTICATION_FAILED', FAILURE);
    }
  }

  /** Asked of the provider once; again after a failure. */
  private async configuration(): Promise<openid.Configuration> {
    const { provider } = this;
    if (!provider) throw ApiError.badRequest('There is no single sign-on here');
    this.discovered ??= openid.discovery(
      provider.issuer,
      provider.clientId,
      provider.clientSecret,
      undefined,
      // Only to this machine; see the configuration.
      provider.issuer.protocol === 'http:' ? { execute: [allowHttp] } : {},
    );
    try {
      return await this.discovered;
    } catch (error) {
      this.discovered = undefined;
      this.logger.error({ reason: reasonOf(error) }, 'The OpenID provider could not be asked');
      throw ApiError.ofStatus(503);
    }
  }
}

function secret(): string {
  return randomAlphanumeric(SECRET_LENGTH);
}

/** Without what the provider sent, which can contain tokens. */
function reasonOf(error: unknown): string {
  if (error instanceof openid.ClientError) return `${error.code ?? ''} ${error.message}`;
  return error instanceof Error ? error.message : 'unknown';
}

interface Claims {
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
}

/** Only an address that the provider has seen its owner read mail at says who somebody is. */
function identityOf({ email, email_verified: isVerified, name }: Claims): OutsideIdentity {
  const isAddress = typeof email === 'string' && !email.includes('\0');
  if (!isAddress || isVerified !== true) {
    throw loginRefused('AUTHENTICATION_FAILED', 'The provider vouches for no e-mail address');
  }
  return { email, fullName: typeof name === 'string' ? name : undefined, role: undefined };
}
