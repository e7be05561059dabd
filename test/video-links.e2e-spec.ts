// Links to video calls: each provider in its protocol, connected accounts, and providers that fail.
import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthorizedClients } from '#modules/auth/authentication';
import { csrfTokenOf } from '#platform/http/session-cookies.js';
import { environmentOf, runHere } from './admin-command.js';
import { ownTestApp, sharedTestApp, type TestApp } from './app.js';
import { Browser, type BrowserAnswer } from './browser.js';
import { type Answer, Client } from './client.js';
import { createRealm, createUser, type TestRealm, type TestUser } from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';
import { VideoProviders } from './video-providers.js';

const providers = await VideoProviders.start();
const test = await ownTestApp(providers.environment);
const serverApp = await ownTestApp(providers.serverEnvironment);
const plain = await sharedTestApp();
const dataDir = mkdtempSync(join(tmpdir(), 'parley-video-'));
afterAll(async () => {
  rmSync(dataDir, { recursive: true, force: true });
  await providers.stop();
});

const HOUR = 3600;
const ORIGIN = { clientName: 'SampleBrowser', userAgent: '', address: '127.0.0.1' };
const BAD = [400, 'BAD_REQUEST'];
const NO_TOKEN = [400, 'INVALID_VIDEO_CALL_PROVIDER_TOKEN'];
const ZOOM_LINK = 'https://zoom.example.com/j/1?pwd=sample';
const WEBEX_LINK = 'https://webex.example.com/meet/1';

let realm: TestRealm;
let owner: TestUser;
let member: TestUser;
let browser: Browser;

beforeEach(async () => {
  providers.reset();
  for (const { clock } of [test, serverApp]) clock.reset();
  ({ realm, owner, member } = await createScene(test, { member: {} }));
  browser = await logIn(member);
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function logIn(user: TestUser, home = realm, app = test): Promise<Browser> {
  const session = new Browser(app.port, home.host);
  const { realmId } = home;
  const token = await app.app.get(AuthorizedClients).openSession({ realmId, ...user }, ORIGIN);
  session.cookies.set('parley_session', token);
  return session;
}

function failure({ status, body }: Answer): unknown[] {
  return [status, body['code']];
}

/** Each operation with valid parameters. */
const OPERATIONS: [string, (user: TestUser) => Promise<Answer>][] = [
  ['Zoom', ({ client }) => client.post('calls/zoom/create')],
  ['Webex', ({ client }) => client.post('calls/webex/create')],
  ['Constructor Groups', ({ client }) => client.post('calls/constructorgroups/create')],
  [
    'Nextcloud Talk',
    ({ client }) => client.post('calls/nextcloud_talk/create', { room_name: 'Sample' }),
  ],
];

/** Goes to the provider, and returns the path with which it sends the browser back. */
async function consent(provider: 'zoom' | 'webex', session = browser): Promise<string> {
  const away = await session.get(`/calls/${provider}/register`);
  expect(away.status).toBe(302);
  const { pathname, search } = providers.consent(away.location!);
  return `${pathname}${search}`;
}

async function connect(provider: 'zoom' | 'webex', session = browser): Promise<BrowserAnswer> {
  return session.get(await consent(provider, session));
}

async function hasTokens(user = member): Promise<unknown[]> {
  const state = await user.client.expect('POST', 'register', {
    fetch_event_types: ['video_calls'],
  });
  return [state['has_zoom_token'], state['has_webex_token']];
}

describe('without configuration', () => {
  it('no provider but Jitsi is available', async () => {
    const scene = await createScene(plain);
    const state = await scene.owner.client.expect('POST', 'register', {
      fetch_event_types: ['realm', 'video_calls'],
    });
    expect(state).toMatchObject({
      realm_available_video_chat_providers: {
        disabled: { name: 'None', id: 0 },
        jitsi_meet: { name: 'Jitsi Meet', id: 1 },
      },
      has_zoom_token: false,
      has_webex_token: false,
    });
    const change = { video_chat_provider: 4 };
    expect(failure(await scene.owner.client.patch('realm', change))).toEqual(BAD);
  });

  it.each(OPERATIONS)('%s is BAD_REQUEST', async (_, create) => {
    const scene = await createScene(plain);
    expect(failure(await create(scene.owner))).toEqual(BAD);
  });

  it('BigBlueButton is BAD_REQUEST, and no account can be connected', async () => {
    const { realm: home, owner: user } = await createScene(plain);
    const call = { meeting_name: 'Sample' };
    expect(failure(await user.client.get('calls/bigbluebutton/create', call))).toEqual(BAD);
    const session = await logIn(user, home, plain);
    for (const path of ['zoom/register', 'webex/register', 'bigbluebutton/join?bigbluebutton=x']) {
      expect((await session.get(`/calls/${path}`)).status).toBe(400);
    }
  });
});

describe('the available providers', () => {
  const idsOf = async (user: TestUser): Promise<Record<string, number>> => {
    const state = await user.client.expect('POST', 'register', { fetch_event_types: ['realm'] });
    const available = state['realm_available_video_chat_providers'] as Record<
      string,
      { id: number }
    >;
    return Object.fromEntries(Object.entries(available).map(([name, { id }]) => [name, id]));
  };

  it('are the configured ones, and can be chosen', async () => {
    const ids = await idsOf(owner);
    expect(ids).toEqual({
      disabled: 0,
      jitsi_meet: 1,
      zoom: 3,
      big_blue_button: 4,
      constructor_groups: 6,
      nextcloud_talk: 7,
      webex: 8,
    });
    for (const id of Object.values(ids)) {
      await owner.client.expect('PATCH', 'realm', { video_chat_provider: id });
    }
    expect(failure(await owner.client.patch('realm', { video_chat_provider: 5 }))).toEqual(BAD);
  });

  it('include one kind of Zoom', async () => {
    const { owner: user } = await createRealm(serverApp);
    const ids = await idsOf(user);
    expect([ids['zoom'], ids['zoom_server_to_server']]).toEqual([undefined, 5]);
  });
});

describe('a connected account', () => {
  it.each(['zoom', 'webex'] as const)(
    'with %s is known to the clients of its user',
    async (provider) => {
      const events = await verifyEvents(test, observersOf(realm, { member, owner }), async () => {
        const done = await connect(provider);
        expect([done.status, done.text]).toEqual([200, expect.stringContaining('is connected')]);
      });
      const event = { type: `has_${provider}_token`, value: true };
      expect(events.get('member')).toMatchObject([event]);
      expect(events.get('owner')).toEqual([]);
      expect(await hasTokens()).toEqual([provider === 'zoom', provider === 'webex']);
      expect(await hasTokens(owner)).toEqual([false, false]);
    },
  );

  it('asks the providers for the documented access', async () => {
    const query = async (provider: string): Promise<Record<string, string>> => {
      const { location } = await browser.get(`/calls/${provider}/register`);
      return Object.fromEntries(new URL(location!).searchParams);
    };
    const state = expect.any(String);
    expect(await query('zoom')).toEqual({
      client_id: 'zoom-app',
      response_type: 'code',
      redirect_uri: 'http://parley.test/calls/zoom/complete',
      state,
    });
    expect(await query('webex')).toEqual({
      client_id: 'webex-app',
      response_type: 'code',
      redirect_uri: 'http://parley.test/calls/webex/complete',
      scope: 'meeting:schedules_read meeting:schedules_write spark:all',
      state,
    });
  });

  it('requires a browser session', async () => {
    const page = await new Browser(test.port, realm.host).get('/calls/zoom/register');
    expect(page.status).toBe(302);
    expect(page.location).toBe('/accounts/login?next=%2Fcalls%2Fzoom%2Fregister');
    const path = await consent('zoom');
    expect((await new Browser(test.port, realm.host).get(path)).status).toBe(400);
    expect((await browser.get('/calls/elsewhere/register')).status).toBe(404);
  });

  it('is stored sealed', async () => {
    await connect('zoom');
    await member.client.expect('POST', 'calls/zoom/create');
    const token = providers.received.at(-1)!.headers.authorization!.split(' ')[1]!;
    const [row] = await test.dataSource.query<{ sealed_token: Buffer }[]>(
      'SELECT sealed_token FROM video_call_tokens WHERE user_id = $1',
      [member.userId],
    );
    expect(row!.sealed_token.toString('latin1')).not.toContain(token);
  });

  it('is completed at the address of the server, and in the organization of the user', async () => {
    const path = await consent('zoom');
    const passed = await new Browser(test.port, 'parley.test').get(path);
    expect(passed.status).toBe(302);
    expect(passed.location).toBe(`http://${realm.host}${path}`);
    const other = await createRealm(test);
    const again = await new Browser(test.port, other.host).get(path);
    expect(again.location).toBe(passed.location);
    expect((await browser.get(path)).status).toBe(200);
  });

  it('is refused in another session, of the same or another user', async () => {
    for (const session of [await logIn(member), await logIn(owner)]) {
      const path = await consent('zoom');
      expect((await session.get(path)).status).toBe(400);
    }
    expect(await hasTokens()).toEqual([false, false]);
    expect(providers.requests).toEqual([]);
  });

  it('is refused with a wrong state, or after 15 minutes', async () => {
    const path = await consent('zoom');
    const url = new URL(path, 'http://parley.test');
    const state = url.searchParams.get('state')!;
    for (const wrong of ['', 'x', `${state}AAAA`, `A${state.slice(1)}`]) {
      url.searchParams.set('state', wrong);
      expect((await browser.get(`${url.pathname}${url.search}`)).status).toBe(400);
    }
    expect((await browser.get(path.replace('/zoom/', '/webex/'))).status).toBe(400);
    expect((await browser.get('/calls/zoom/complete')).status).toBe(400);
    test.clock.advance(15 * 60 + 1);
    expect((await browser.get(path)).status).toBe(400);
    expect(providers.requests).toEqual([]);
  });

  it('is refused when the user declines, or the code is not valid', async () => {
    const path = await consent('zoom');
    const url = new URL(path, 'http://parley.test');
    url.searchParams.set('code', 'invented');
    expect((await browser.get(`${url.pathname}${url.search}`)).status).toBe(400);
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
    const declined = await browser.get(`${url.pathname}${url.search}`);
    expect([declined.status, declined.text]).toEqual([
      400,
      expect.stringContaining('did not allow the connection'),
    ]);
    expect(await hasTokens()).toEqual([false, false]);
  });

  const dropped = async (act: () => Promise<unknown>, users = { member }): Promise<void> => {
    await connect('zoom');
    await connect('webex');
    const events = await verifyEvents(test, observersOf(realm, users), act);
    expect(events.get('member')).toMatchObject([
      { type: expect.stringMatching(/^has_(zoom|webex)_token$/), value: false },
      { type: expect.stringMatching(/^has_(zoom|webex)_token$/), value: false },
    ]);
    expect(await hasTokens()).toEqual([false, false]);
  };

  it('is dropped when the user logs out', async () => {
    const csrfmiddlewaretoken = csrfTokenOf(browser.cookies.get('parley_session')!);
    await dropped(() => browser.submit('/accounts/logout', { csrfmiddlewaretoken }));
    expect(await hasTokens()).toEqual([false, false]);
  });

  it('is dropped when the user is deactivated', async () => {
    await connect('zoom');
    await owner.client.expect('DELETE', `users/${member.userId}`);
    await owner.client.expect('POST', `users/${member.userId}/reactivate`);
    expect(await hasTokens()).toEqual([false, false]);
  });

  it('can be disconnected by its user', async () => {
    await connect('zoom');
    await connect('webex');
    const csrfmiddlewaretoken = csrfTokenOf(browser.cookies.get('parley_session')!);
    expect((await browser.submit('/calls/zoom/deauthorize', {})).status).toBe(403);
    expect(await hasTokens()).toEqual([true, true]);
    const events = await verifyEvents(test, observersOf(realm, { member }), async () => {
      const done = await browser.submit('/calls/zoom/deauthorize', { csrfmiddlewaretoken });
      expect(done.status).toBe(200);
    });
    expect(events.get('member')).toMatchObject([{ type: 'has_zoom_token', value: false }]);
    expect(await hasTokens()).toEqual([false, true]);
  });

  it('stays connected when the provider reports a withdrawal, until it refuses the token', async () => {
    await connect('zoom');
    const report = { event: 'app_deauthorized', payload: { user_id: 'sample' } };
    const answer = await test.anonymous().raw('POST', '/calls/zoom/deauthorize', {
      body: JSON.stringify(report),
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer).toMatchObject({ status: 200, body: { result: 'success' } });
    expect(await hasTokens()).toEqual([true, false]);
  });
});

describe('Zoom with the account of a user', () => {
  it('creates a meeting with or without video', async () => {
    await connect('zoom');
    const { url } = await member.client.expect('POST', 'calls/zoom/create');
    expect(url).toBe(ZOOM_LINK);
    expect(providers.lastBody).toEqual({
      settings: { host_video: true, participant_video: true },
      default_password: true,
    });
    await member.client.expect('POST', 'calls/zoom/create', { is_video_call: false });
    expect(providers.lastBody).toMatchObject({ settings: { host_video: false } });
  });

  it('requires a connected account', async () => {
    expect(failure(await member.client.post('calls/zoom/create'))).toEqual(NO_TOKEN);
    expect(providers.requests).toEqual([]);
  });

  it('refreshes an expired token once, also for concurrent requests', async () => {
    await connect('zoom');
    test.clock.advance(HOUR);
    providers.received.length = 0;
    providers.revoke({ sparesRefreshTokens: true });
    const answers = await Promise.all([1, 2, 3].map(() => member.client.post('calls/zoom/create')));
    expect(answers.map(({ body }) => body['url'])).toEqual([ZOOM_LINK, ZOOM_LINK, ZOOM_LINK]);
    expect(providers.requests.filter((line) => line.includes('token'))).toHaveLength(1);
    test.clock.advance(HOUR);
    await member.client.expect('POST', 'calls/zoom/create');
    expect(await hasTokens()).toEqual([true, false]);
  });

  it('drops a token that is refused, at once or when it is refreshed', async () => {
    for (const seconds of [0, HOUR]) {
      await connect('zoom');
      test.clock.advance(seconds);
      providers.revoke();
      const events = await verifyEvents(test, observersOf(realm, { member }), async () => {
        expect(failure(await member.client.post('calls/zoom/create'))).toEqual(NO_TOKEN);
      });
      expect(events.get('member')).toMatchObject([{ type: 'has_zoom_token', value: false }]);
      expect(failure(await member.client.post('calls/zoom/create'))).toEqual(NO_TOKEN);
    }
  });

  it('uses the token that another process has refreshed at the same time', async () => {
    await connect('zoom');
    test.clock.advance(HOUR);
    const other = await test.startAnother();
    try {
      const answers = await Promise.all([test.port, other.port].map((port) => post(port, 'zoom')));
      expect(answers).toEqual([200, 200]);
    } finally {
      await other.close();
    }
  });

  it('keeps the token when Zoom fails, or refuses the credentials of the server', async () => {
    await connect('zoom');
    test.clock.advance(HOUR);
    for (const reply of [
      [500, {}],
      [401, { error: 'invalid_client' }],
      [302, {}],
      [200, { token_type: 'bearer' }],
    ] as [number, object][]) {
      providers.replies = [[/token$/, reply]];
      expect(failure(await member.client.post('calls/zoom/create'))).toEqual(BAD);
    }
    providers.replies = [];
    await member.client.expect('POST', 'calls/zoom/create');
  });

  it('reports that Zoom refuses the meeting', async () => {
    await connect('zoom');
    for (const reply of [
      [429, { message: 'Too many meetings' }],
      [201, {}],
      [201, { join_url: 'javascript:alert(1)' }],
      [201, { padding: 'x'.repeat(300_000) }],
    ] as [number, object][]) {
      providers.replies = [[/meetings$/, reply]];
      expect(failure(await member.client.post('calls/zoom/create'))).toEqual(BAD);
    }
    expect(await hasTokens()).toEqual([true, false]);
  });
});

/** Sends a request of the member to another process; returns the status. */
async function post(port: number, provider: string): Promise<number> {
  const client = new Client(port, realm.host, member);
  return (await client.post(`calls/${provider}/create`)).status;
}

describe('Zoom with the account of the server', () => {
  const scene = async (): Promise<{ home: TestRealm; user: TestUser }> => {
    const home = await createRealm(serverApp);
    providers.zoomUsers.add(home.owner.email);
    return { home, user: home.owner };
  };
  const create = ({ client }: TestUser): Promise<Answer> => client.post('calls/zoom/create');
  const tokens = (): number => providers.requests.filter((line) => line.includes('token')).length;

  // The token of an earlier test has expired.
  let days = 0;
  beforeEach(() => serverApp.clock.advance(++days * 24 * HOUR));

  it('creates meetings for users by their email, with a token that is used for 56 minutes', async () => {
    const { user } = await scene();
    expect((await create(user)).body['url']).toBe(ZOOM_LINK);
    expect((await create(user)).status).toBe(200);
    expect(providers.received.at(-1)!.path).toBe(
      `/v2/users/${encodeURIComponent(user.email)}/meetings`,
    );
    expect(tokens()).toBe(1);
    serverApp.clock.advance(56 * 60 - 5);
    expect((await create(user)).status).toBe(200);
    expect(tokens()).toBe(1);
    serverApp.clock.advance(10);
    expect((await create(user)).status).toBe(200);
    expect(tokens()).toBe(2);
  });

  it('reports users without an account at Zoom', async () => {
    const { home } = await scene();
    const other = await createUser(serverApp, home);
    expect(failure(await create(other))).toEqual([400, 'UNKNOWN_ZOOM_USER']);
  });

  it('requests a new token after Zoom refused the current one', async () => {
    const { user } = await scene();
    expect((await create(user)).status).toBe(200);
    providers.revoke();
    expect(failure(await create(user))).toEqual(BAD);
    expect((await create(user)).status).toBe(200);
  });

  it('reports that Zoom refuses the account or the credentials', async () => {
    const { user } = await scene();
    for (const error of ['invalid_request', 'invalid_client']) {
      providers.replies = [[/token$/, [400, { error }]]];
      expect(failure(await create(user))).toEqual(BAD);
    }
  });

  it('lets no user connect an account', async () => {
    const { home, user } = await scene();
    const session = await logIn(user, home, serverApp);
    expect((await session.get('/calls/zoom/register')).status).toBe(400);
    const state = await user.client.expect('POST', 'register', {
      fetch_event_types: ['video_calls'],
    });
    expect(state['has_zoom_token']).toBe(false);
  });
});

describe('Webex', () => {
  const create = (): Promise<Answer> => member.client.post('calls/webex/create');

  it('creates a room with a meeting', async () => {
    await connect('webex');
    expect((await create()).body['url']).toBe(WEBEX_LINK);
    const [room, meeting] = providers.received
      .slice(-2)
      .map(({ body }) => JSON.parse(body) as object);
    const title = 'Meeting of Sample Member';
    expect(room).toEqual({ title, isPublic: true, description: title });
    expect(meeting).toEqual({ adhoc: true, roomId: 'sample-room', title });
  });

  it('creates a meeting of 40 minutes in the personal room with a free plan', async () => {
    await connect('webex');
    providers.replies = [[/rooms$/, [403, {}]]];
    test.clock.pause();
    expect((await create()).body['url']).toBe(WEBEX_LINK);
    const start = test.clock.now();
    expect(providers.lastBody).toEqual({
      scheduledType: 'personalRoomMeeting',
      start: start.toISOString(),
      end: new Date(start.getTime() + 40 * 60_000).toISOString(),
      title: 'Meeting of Sample Member',
    });
  });

  it('deletes the room when the meeting fails', async () => {
    await connect('webex');
    for (const reply of [
      [500, {}],
      [200, {}],
    ] as [number, object][]) {
      providers.replies = [[/meetings$/, reply]];
      expect(failure(await create())).toEqual(BAD);
      expect(providers.requests.at(-1)).toBe('DELETE /v1/rooms/sample-room');
    }
  });

  it('requires a connected account, and drops a refused token', async () => {
    expect(failure(await create())).toEqual(NO_TOKEN);
    await connect('webex');
    test.clock.advance(HOUR);
    expect((await create()).status).toBe(200);
    providers.revoke();
    expect(failure(await create())).toEqual(NO_TOKEN);
    expect(await hasTokens()).toEqual([false, false]);
  });
});

describe('BigBlueButton', () => {
  const create = async (parameters: object = {}): Promise<string> => {
    const all = { meeting_name: 'Sample & more', ...parameters };
    const { url } = await member.client.expect('GET', 'calls/bigbluebutton/create', all);
    return url as string;
  };

  it('creates links without a request', async () => {
    expect(await create()).toMatch(/^\/calls\/bigbluebutton\/join\?bigbluebutton=[\w-]+$/);
    expect(providers.requests).toEqual([]);
    expect(await member.client.get('calls/bigbluebutton/create')).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_VARIABLE_MISSING', var_name: 'meeting_name' },
    });
  });

  it('lets the creator in as moderator, and others as viewers of the same meeting', async () => {
    const link = await create();
    const first = await browser.get(link);
    expect(first.status).toBe(302);
    const { query } = providers.received.at(-1)!;
    expect(Object.fromEntries(query)).toMatchObject({
      name: 'Sample & more',
      lockSettingsDisableCam: 'false',
    });
    const creator = providers.enter(first.location!);
    expect(creator).toEqual({
      meetingID: query.get('meetingID'),
      role: 'MODERATOR',
      fullName: 'Sample Member',
      createTime: '1795911745002',
    });
    const second = await (await logIn(owner)).get(link);
    expect(providers.enter(second.location!)).toMatchObject({
      meetingID: creator['meetingID'],
      role: 'VIEWER',
      fullName: 'Sample Owner',
    });
    expect(providers.enter((await browser.get(await create())).location!)['meetingID']).not.toBe(
      creator['meetingID'],
    );
  });

  it('creates meetings without cameras, and with names of any length', async () => {
    await browser.get(await create({ voice_only: true, meeting_name: 'é'.repeat(400) }));
    const { query } = providers.received.at(-1)!;
    expect(query.get('lockSettingsDisableCam')).toBe('true');
    expect(query.get('name')).toBe(`${'é'.repeat(252)}...`);
  });

  it('accepts links in the organization of their creator only, and unchanged', async () => {
    const link = await create();
    const other = await createRealm(test);
    expect((await (await logIn(other.owner, other)).get(link)).status).toBe(400);
    for (const wrong of [`${link}AAAA`, link.slice(0, -2), link.replace(/=.*/, '=x')]) {
      expect((await browser.get(wrong)).status).toBe(400);
    }
    expect((await new Browser(test.port, realm.host).get(link)).location).toMatch(
      /^\/accounts\/login\?next=/,
    );
    expect(providers.requests).toEqual([]);
  });

  it('shows a page when the server fails or refuses', async () => {
    const link = await create();
    const xml = (text: string): string => `<response>${text}</response>`;
    for (const [status, body] of [
      [500, ''],
      [200, 'no XML'],
      [200, xml('<returncode>FAILED</returncode><messageKey>idNotUnique</messageKey>')],
      [200, xml('<returncode>FAILED</returncode><messageKey>checksumError</messageKey>')],
    ] as [number, string][]) {
      providers.replies = [[/create$/, [status, body]]];
      const page = await browser.get(link);
      expect([page.status, page.headers['content-type']]).toEqual([
        400,
        'text/html; charset=utf-8',
      ]);
    }
  });
});

describe('Constructor Groups', () => {
  it('returns the room of the user', async () => {
    const { url } = await member.client.expect('POST', 'calls/constructorgroups/create');
    expect(url).toBe('https://groups.example.com/room/1');
    expect(providers.lastBody).toEqual({
      creator_email: member.email,
      name: 'Room of Sample Member',
      fallback_name: `Room of Sample Member (${member.email})`,
    });
  });
});

describe('Nextcloud Talk', () => {
  const create = (room_name: string): Promise<Answer> =>
    member.client.post('calls/nextcloud_talk/create', { room_name });

  it('creates a public conversation', async () => {
    const { body } = await create('Sample');
    expect(body['url']).toBe(`${providers.origin}/cloud/index.php/call/abc123xy`);
    expect(providers.lastBody).toEqual({ roomType: 3, roomName: 'Sample' });
    await create('😀'.repeat(300));
    expect(providers.lastBody).toEqual({ roomType: 3, roomName: `${'😀'.repeat(252)}...` });
  });

  it('requires a name, and a token in the response', async () => {
    expect(await member.client.post('calls/nextcloud_talk/create')).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_VARIABLE_MISSING', var_name: 'room_name' },
    });
    for (const data of [{}, { token: '../x' }, { token: 7 }, null]) {
      providers.replies = [[/room$/, [200, { ocs: { data } }]]];
      expect(failure(await create('Sample'))).toEqual(BAD);
    }
  });
});

describe('a provider', () => {
  const all = async (): Promise<[string, Answer][]> => {
    const answers: [string, Answer][] = [];
    for (const [name, create] of OPERATIONS) answers.push([name, await create(member)]);
    return answers;
  };

  beforeEach(async () => {
    await connect('zoom');
    await connect('webex');
  });

  it('that is down is named in the error, and nothing changes', async () => {
    const link = await member.client.expect('GET', 'calls/bigbluebutton/create', {
      meeting_name: 'Sample',
    });
    providers.mode = 'broken';
    for (const [name, { status, body }] of await all()) {
      expect([status, body['code'], body['msg']]).toEqual([
        ...BAD,
        `${name} cannot be reached or sent an invalid response`,
      ]);
    }
    const page = await browser.get(link['url'] as string);
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('BigBlueButton')]);
    expect(await hasTokens()).toEqual([true, true]);
  });

  it('that does not answer is given up within ten seconds', async () => {
    const link = await member.client.expect('GET', 'calls/bigbluebutton/create', {
      meeting_name: 'Sample',
    });
    const limits: number[] = [];
    let abort = new AbortController();
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      limits.push(milliseconds);
      return abort.signal;
    });
    providers.mode = 'silent';
    for (const [name, create] of OPERATIONS) {
      abort = new AbortController();
      const before = providers.received.length;
      const waiting = create(member);
      while (providers.received.length === before) await new Promise((done) => setImmediate(done));
      abort.abort(new DOMException('The time is over', 'TimeoutError'));
      const { status, body } = await waiting;
      expect([status, body['code'], body['msg']]).toEqual([
        ...BAD,
        `${name} did not respond in time`,
      ]);
    }
    abort = new AbortController();
    const before = providers.received.length;
    const page = browser.get(link['url'] as string);
    while (providers.received.length === before) await new Promise((done) => setImmediate(done));
    abort.abort(new DOMException('The time is over', 'TimeoutError'));
    expect((await page).text).toContain('BigBlueButton did not respond in time');
    expect(limits.length).toBeGreaterThan(OPERATIONS.length);
    expect(Math.max(...limits)).toBeLessThan(10_000);
    expect(await hasTokens()).toEqual([true, true]);
  });

  it('that is slow to refresh a token is given up, too, and the token stays', async () => {
    test.clock.advance(HOUR);
    const abort = new AbortController();
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(abort.signal);
    providers.mode = 'silent';
    const before = providers.received.length;
    const waiting = member.client.post('calls/zoom/create');
    while (providers.received.length === before) await new Promise((done) => setImmediate(done));
    abort.abort(new DOMException('The time is over', 'TimeoutError'));
    expect((await waiting).body['msg']).toBe('Zoom did not respond in time');
    jest.restoreAllMocks();
    providers.mode = 'working';
    await member.client.expect('POST', 'calls/zoom/create');
  });
});

describe('the command doctor', () => {
  const examine = async (app: TestApp, variables: Record<string, string>): Promise<string[]> => {
    const { stdout } = await runHere(['doctor'], { ...environmentOf(app, dataDir), ...variables });
    return stdout.split('\n').filter((line) => line.includes('video calls'));
  };

  it('asks each configured provider, and creates nothing', async () => {
    for (const environment of [providers.environment, providers.serverEnvironment]) {
      const lines = await examine(test, environment);
      expect(lines.map((line) => line.slice(0, 4))).toEqual([
        'ok  ',
        'ok  ',
        'ok  ',
        'ok  ',
        'ok  ',
      ]);
    }
    expect(providers.requests.filter((line) => /POST .*(meetings|room)/.test(line))).toEqual([]);
    expect(await examine(plain, {})).toEqual([]);
  });

  it('reports wrong credentials', async () => {
    const wrong = 'another-secret';
    const lines = await examine(test, {
      ...providers.environment,
      ZOOM_CLIENT_SECRET: wrong,
      WEBEX_CLIENT_SECRET: wrong,
      BIG_BLUE_BUTTON_SECRET: wrong,
      CONSTRUCTOR_GROUPS_SECRET_KEY: wrong,
      NEXTCLOUD_TALK_PASSWORD: wrong,
    });
    expect(lines.map((line) => line.slice(0, 4))).toEqual(['FAIL', 'FAIL', 'FAIL', 'FAIL', 'FAIL']);
  });
});
