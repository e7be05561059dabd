// The OpenID Connect provider: the authorization request to it, and the identity in its response. A
// response is accepted only for a request that began here: state, nonce and PKCE are all checked.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import * as openid from 'openid-client';
import { loginRefused } from '#modules/auth/authentication';
import type { ExternalIdentity } from '#modules/auth/external-identities';
import { Config } from '#config/config.js';
import type { OpenIdConfig } from '#config/sign-in.js';
import { randomAlphanumeric, sha256 } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';

/** The secrets of an authorization request, which the response must match. */
export interface AuthorizationRequest {
  state: string;
  nonce: string;
  verifier: string;
}

/** Read by name, because the library marks it as deprecated as a warning. */
const allowHttp: (configuration: openid.Configuration) => void = Reflect.get(
  openid,
  'allowInsecureRequests',
);
const SECRET_LENGTH = 43;
const FAILURE = 'The login at the provider did not succeed';

@Injectable()
export class OidcProvider {
  private readonly provider: OpenIdConfig | undefined;
  private discovered: Promise<openid.Configuration> | undefined;

  constructor(
    config: Config,
    private readonly logger: PinoLogger,
  ) {
    this.provider = config.signIn.openId;
  }

  async begin(redirectUri: string): Promise<{ url: string; request: AuthorizationRequest }> {
    const [state, nonce, verifier] = [secret(), secret(), secret()];
    const url = openid.buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: sha256(verifier).toString('base64url'),
      code_challenge_method: 'S256',
    });
    return { url: url.href, request: { state, nonce, verifier } };
  }

  /** `url` is the one to which the provider redirected the browser. Throws 401 for a rejected response. */
  async finish(
    url: URL,
    { state, nonce, verifier }: AuthorizationRequest,
  ): Promise<ExternalIdentity> {
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

  /** Discovered once, and again after a failure. */
  private async configuration(): Promise<openid.Configuration> {
    const { provider } = this;
    if (!provider) throw ApiError.badRequest('Single sign-on is not configured');
    this.discovered ??= openid.discovery(
      provider.issuer,
      provider.clientId,
      provider.clientSecret,
      undefined,
      // The configuration accepts http only for this machine.
      provider.issuer.protocol === 'http:' ? { execute: [allowHttp] } : {},
    );
    try {
      return await this.discovered;
    } catch (error) {
      this.discovered = undefined;
      this.logger.error(
        { reason: reasonOf(error) },
        'The OpenID Connect provider is not available',
      );
      throw ApiError.ofStatus(503);
    }
  }
}

function secret(): string {
  return randomAlphanumeric(SECRET_LENGTH);
}

/** Leaves out the response of the provider, which can contain tokens. */
function reasonOf(error: unknown): string {
  if (error instanceof openid.ClientError) return `${error.code ?? ''} ${error.message}`;
  return error instanceof Error ? error.message : 'unknown';
}

interface Claims {
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
}

/** Only an address that the provider has verified identifies an account. */
function identityOf({ email, email_verified: isVerified, name }: Claims): ExternalIdentity {
  const isAddress = typeof email === 'string' && !email.includes('\0');
  if (!isAddress || isVerified !== true) {
    throw loginRefused('AUTHENTICATION_FAILED', 'The provider has not verified your email address');
  }
  return { email, fullName: typeof name === 'string' ? name : undefined, role: undefined };
}
