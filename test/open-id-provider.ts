// A small OpenID provider on the loopback interface that implements the protocol: discovery, the
// authorization code with PKCE, client authentication, signed tokens. Every login succeeds as the person
// that the test chose.
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { id: 'parley', secret: 'the secret of the sample client' };

const SUBJECT = '1';

interface Grant {
  redirectUri: string;
  nonce: string;
  challenge: string;
}

export class OpenIdProvider {
  /** The claims of the next login. */
  claims: Record<string, unknown> = {};
  /** Replaces the requested nonce in the ID token. */
  nonce: string | undefined;
  /** Whether the claims come from the userinfo endpoint instead of the ID token. */
  isSilent = false;
  /** The secrets of the logins so far: codes, their proofs, and tokens. */
  readonly secrets: string[] = [];
  private readonly accessTokens = new Set<string>();
  private readonly grants = new Map<string, Grant>();

  private constructor(
    private readonly server: Server,
    private readonly keys: CryptoKeyPair,
  ) {}

  static async start(): Promise<OpenIdProvider> {
    const keys = await generateKeyPair('RS256');
    const server = createServer((request, response) => {
      provider.answer(request, response).catch(() => response.writeHead(500).end());
    });
    const provider = new OpenIdProvider(server, keys);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Acts as the browser at the provider: returns the URL of the redirect. */
  visit(address: string): string {
    const query = new URL(address).searchParams;
    if (query.get('response_type') !== 'code' || query.get('client_id') !== CLIENT.id) {
      throw new Error('The provider does not know this client');
    }
    const code = randomUUID();
    const redirectUri = query.get('redirect_uri') ?? '';
    this.secrets.push(code, query.get('state') ?? '', query.get('nonce') ?? '');
    this.grants.set(code, {
      redirectUri,
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
    });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', query.get('state') ?? '');
    return `${back.pathname}${back.search}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return send(200, {
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          userinfo_endpoint: `${this.issuer}/userinfo`,
          jwks_uri: `${this.issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
        });
      case '/keys':
        return send(200, { keys: [{ ...(await exportJWK(this.keys.publicKey)), alg: 'RS256' }] });
      case '/token':
        return send(...(await this.token(form)));
      case '/userinfo':
        return this.accessTokens.has(request.headers.authorization ?? '')
          ? send(200, { ...this.claims, sub: SUBJECT })
          : send(401, {});
      default:
        return send(404, {});
    }
  }

  private async token(form: URLSearchParams): Promise<[number, object]> {
    const code = form.get('code') ?? '';
    const grant = this.grants.get(code);
    this.grants.delete(code);
    const verifier = form.get('code_verifier') ?? '';
    const isRight =
      grant !== undefined &&
      form.get('client_secret') === CLIENT.secret &&
      form.get('redirect_uri') === grant.redirectUri &&
      createHash('sha256').update(verifier).digest('base64url') === grant.challenge;
    if (!isRight) return [400, { error: 'invalid_grant' }];
    const claims = this.isSilent ? {} : this.claims;
    const idToken = await new SignJWT({ ...claims, nonce: this.nonce ?? grant.nonce })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(this.issuer)
      .setAudience(CLIENT.id)
      .setSubject(SUBJECT)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(this.keys.privateKey);
    const accessToken = randomUUID();
    this.secrets.push(verifier, accessToken, idToken);
    this.accessTokens.add(`Bearer ${accessToken}`);
    return [200, { access_token: accessToken, token_type: 'Bearer', id_token: idToken }];
  }
}
