// The providers of video calls on the loopback interface, each in its protocol: OAuth 2.0 and meetings of
// Zoom and Webex, signed queries of BigBlueButton, and the rooms of Constructor Groups and Nextcloud Talk.
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const ZOOM = { id: 'zoom-app', secret: 'secret-of-the-zoom-app', account: 'sample-account' };
const WEBEX = { id: 'webex-app', secret: 'the secret of the Webex app' };
const BIG_BLUE_BUTTON_SECRET = 'the secret of BigBlueButton';
const CONSTRUCTOR = { access: 'access', secret: 'the secret of Constructor Groups' };
const NEXTCLOUD = { name: 'parley', password: 'the password of Nextcloud' };

/** The validity of access tokens. */
const SECONDS = 3600;

interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: string;
}

type Reply = [status: number, body: object | string];

interface OAuthState {
  codes: Map<string, string>;
  accessTokens: Set<string>;
  refreshTokens: Set<string>;
}

const newState = (): OAuthState => ({
  codes: new Map(),
  accessTokens: new Set(),
  refreshTokens: new Set(),
});

export class VideoProviders {
  /** `silent` accepts requests and never answers; `broken` closes their connections. */
  mode: 'working' | 'silent' | 'broken' = 'working';
  /** Replaces the reply to requests whose method and path match. */
  replies: [pattern: RegExp, reply: Reply][] = [];
  /** The requests so far. */
  readonly received: Received[] = [];
  /** The users of the Zoom account, by email. */
  readonly zoomUsers = new Set<string>();
  private zoom = newState();
  private webex = newState();
  private readonly zoomAccountTokens = new Set<string>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<VideoProviders> {
    const server = createServer((request, response) => void providers.answer(request, response));
    const providers = new VideoProviders(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return providers;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** All variables, with a Zoom app with which users connect their accounts. */
  get environment(): Record<string, string> {
    return {
      ZOOM_CLIENT_ID: ZOOM.id,
      ZOOM_CLIENT_SECRET: ZOOM.secret,
      ZOOM_URL: this.origin,
      ZOOM_API_URL: this.origin,
      WEBEX_CLIENT_ID: WEBEX.id,
      WEBEX_CLIENT_SECRET: WEBEX.secret,
      WEBEX_API_URL: this.origin,
      BIG_BLUE_BUTTON_URL: `${this.origin}/bigbluebutton`,
      BIG_BLUE_BUTTON_SECRET,
      CONSTRUCTOR_GROUPS_URL: `${this.origin}/groups/`,
      CONSTRUCTOR_GROUPS_ACCESS_KEY: CONSTRUCTOR.access,
      CONSTRUCTOR_GROUPS_SECRET_KEY: CONSTRUCTOR.secret,
      NEXTCLOUD_URL: `${this.origin}/cloud`,
      NEXTCLOUD_TALK_USERNAME: NEXTCLOUD.name,
      NEXTCLOUD_TALK_PASSWORD: NEXTCLOUD.password,
    };
  }

  /** All variables, with a server-to-server Zoom app. */
  get serverEnvironment(): Record<string, string> {
    return { ...this.environment, ZOOM_ACCOUNT_ID: ZOOM.account };
  }

  /** Removes all requests and issued tokens. */
  reset(): void {
    this.mode = 'working';
    this.replies = [];
    this.received.length = 0;
    this.zoomUsers.clear();
    this.zoomAccountTokens.clear();
    this.zoom = newState();
    this.webex = newState();
  }

  /** Paths of the requests so far, with their methods. */
  get requests(): string[] {
    return this.received.map(({ method, path }) => `${method} ${path}`);
  }

  /** The JSON body of the last request. */
  get lastBody(): unknown {
    return JSON.parse(this.received.at(-1)!.body) as unknown;
  }

  /** Acts as the browser of a user who consents: returns the URL of the redirect. */
  consent(address: string): URL {
    const { pathname, searchParams: query } = new URL(address);
    const provider = pathname.startsWith('/v1/') ? 'webex' : 'zoom';
    const { id } = provider === 'webex' ? WEBEX : ZOOM;
    if (query.get('response_type') !== 'code' || query.get('client_id') !== id) {
      throw new Error('The provider does not know this client');
    }
    const code = randomUUID();
    this[provider].codes.set(code, query.get('redirect_uri')!);
    const back = new URL(query.get('redirect_uri')!);
    back.search = new URLSearchParams({ code, state: query.get('state')! }).toString();
    return back;
  }

  /** Invalidates all access tokens, and refresh tokens too unless they are spared. */
  revoke({ sparesRefreshTokens = false } = {}): void {
    for (const state of [this.zoom, this.webex]) {
      state.accessTokens.clear();
      if (!sparesRefreshTokens) state.refreshTokens.clear();
    }
    this.zoomAccountTokens.clear();
  }

  /** Checks the signature of a link into a meeting, and returns its parameters. */
  enter(address: string): Record<string, string> {
    const url = new URL(address);
    if (!url.pathname.startsWith('/bigbluebutton/api/')) throw new Error('This is no meeting');
    if (!isSigned(url)) throw new Error('The checksum is wrong');
    const { checksum: _checksum, ...parameters } = Object.fromEntries(url.searchParams);
    return parameters;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url!, this.origin);
    const received: Received = {
      method: request.method!,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    this.received.push(received);
    if (this.mode === 'silent') return;
    if (this.mode === 'broken') {
      response.destroy();
      return;
    }
    const line = `${received.method} ${received.path}`;
    const [, replaced] = this.replies.find(([pattern]) => pattern.test(line)) ?? [];
    const [status, body] = replaced ?? this.reply(received, url);
    const isXml = typeof body === 'string';
    response.writeHead(status, { 'Content-Type': isXml ? 'text/xml' : 'application/json' });
    response.end(status === 204 ? undefined : isXml ? body : JSON.stringify(body));
  }

  private reply(request: Received, url: URL): Reply {
    const { method, path } = request;
    const [, user] = /^\/v2\/users\/([^/]+)\/meetings$/.exec(path) ?? [];
    if (path === '/oauth/token') return this.zoomToken(request);
    if (path === '/v1/access_token') return this.webexToken(request);
    if (method === 'POST' && user !== undefined) return this.zoomMeeting(request, user);
    if (path.startsWith('/v1/')) return this.webexCall(request);
    if (path.startsWith('/bigbluebutton/api/')) return bigBlueButton(url);
    if (path.startsWith('/groups/')) return constructorGroups(request);
    if (path.startsWith('/cloud/')) return nextcloud(request);
    return [404, {}];
  }

  private zoomToken({ headers, body }: Received): Reply {
    const expected = `Basic ${Buffer.from(`${ZOOM.id}:${ZOOM.secret}`).toString('base64')}`;
    if (headers.authorization !== expected) {
      return [401, { reason: 'Invalid client_id or client_secret', error: 'invalid_client' }];
    }
    const form = new URLSearchParams(body);
    if (form.get('grant_type') !== 'account_credentials') return grant(this.zoom, form);
    if (form.get('account_id') !== ZOOM.account) return [400, { error: 'invalid_request' }];
    const token = randomUUID();
    this.zoomAccountTokens.add(`Bearer ${token}`);
    return [200, { access_token: token, token_type: 'bearer', expires_in: SECONDS }];
  }

  private zoomMeeting({ headers: { authorization = '' } }: Received, user: string): Reply {
    const tokens = user === 'me' ? this.zoom.accessTokens : this.zoomAccountTokens;
    if (!tokens.has(authorization)) return [401, { code: 124, message: 'Invalid access token' }];
    if (user !== 'me' && !this.zoomUsers.has(decodeURIComponent(user))) {
      return [404, { code: 1001, message: 'User does not exist' }];
    }
    return [201, { id: 1, join_url: 'https://zoom.example.com/j/1?pwd=sample' }];
  }

  private webexToken({ body }: Received): Reply {
    const form = new URLSearchParams(body);
    if (form.get('client_id') !== WEBEX.id || form.get('client_secret') !== WEBEX.secret) {
      return [401, { error: 'invalid_client', message: 'The client is unknown' }];
    }
    return grant(this.webex, form);
  }

  private webexCall({ method, path, headers }: Received): Reply {
    if (!this.webex.accessTokens.has(headers.authorization ?? '')) return [401, { errors: [] }];
    if (method === 'POST' && path === '/v1/rooms') return [200, { id: 'sample-room' }];
    if (method === 'DELETE' && path === '/v1/rooms/sample-room') return [204, {}];
    if (method === 'POST' && path === '/v1/meetings') {
      return [200, { id: '1', webLink: 'https://webex.example.com/meet/1' }];
    }
    return [404, {}];
  }
}

/** Every grant returns a new refresh token and invalidates the previous one. */
function grant(state: OAuthState, form: URLSearchParams): Reply {
  const code = form.get('code') ?? '';
  const refreshToken = form.get('refresh_token') ?? '';
  const isValid =
    form.get('grant_type') === 'authorization_code'
      ? state.codes.get(code) === form.get('redirect_uri') && state.codes.delete(code)
      : form.get('grant_type') === 'refresh_token' && state.refreshTokens.delete(refreshToken);
  if (!isValid) return [400, { reason: 'Invalid Token!', error: 'invalid_grant' }];
  const [access, refresh] = [randomUUID(), randomUUID()];
  state.accessTokens.add(`Bearer ${access}`);
  state.refreshTokens.add(refresh);
  return [
    200,
    { access_token: access, token_type: 'bearer', refresh_token: refresh, expires_in: SECONDS },
  ];
}

function isSigned(url: URL): boolean {
  const call = url.pathname.split('/').at(-1)!;
  const query = url.search.slice(1).replace(/&?checksum=[0-9a-f]{64}$/, '');
  const text = `${call}${query}${BIG_BLUE_BUTTON_SECRET}`;
  return url.searchParams.get('checksum') === createHash('sha256').update(text).digest('hex');
}

function bigBlueButton(url: URL): Reply {
  const element = (name: string, text: string): string => `<${name}>${text}</${name}>`;
  const parts = isSigned(url)
    ? [
        element('returncode', 'SUCCESS'),
        element('meetingID', url.searchParams.get('meetingID') ?? ''),
        element('createTime', '1795911745002'),
        '<messageKey></messageKey>',
      ]
    : [element('returncode', 'FAILED'), element('messageKey', 'checksumError')];
  return [200, `<?xml version="1.0"?>\n<response>${parts.join('')}</response>`];
}

function constructorGroups({ method, path, headers }: Received): Reply {
  const digest = createHash('sha256').update(`${CONSTRUCTOR.access}|${CONSTRUCTOR.secret}`);
  if (headers.authorization !== `Bearer ${CONSTRUCTOR.access}|${digest.digest('hex')}`) {
    return [401, { error: 'unauthorized' }];
  }
  if (method !== 'POST' || path !== '/groups/room/default') return [404, {}];
  return [200, { url: 'https://groups.example.com/room/1' }];
}

function nextcloud({ method, path, headers }: Received): Reply {
  const account = Buffer.from(`${NEXTCLOUD.name}:${NEXTCLOUD.password}`).toString('base64');
  if (headers['ocs-apirequest'] !== 'true') return [412, { message: 'CSRF check failed' }];
  if (headers.authorization !== `Basic ${account}`) {
    return [401, { ocs: { meta: { status: 'failure', statuscode: 997 }, data: [] } }];
  }
  if (path !== '/cloud/ocs/v2.php/apps/spreed/api/v4/room') return [404, {}];
  const data = method === 'POST' ? { token: 'abc123xy' } : [];
  return [method === 'POST' ? 201 : 200, { ocs: { meta: { status: 'ok' }, data } }];
}
