// Pages of other sites, links and proxies with additional headers cannot make a browser or the server
// act. Limits of requests for each account and each address.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sharedMailApp, startTestApp, type TestApp } from './app.js';
import { Browser } from './browser.js';
import { documentedOperations } from './contract.js';
import { createRealm, unique } from './factories.js';
import { fingerprints } from './security-fingerprint.js';
import { filled, REQUESTS } from './security-requests.js';
import { exchange, Organization, type TextAnswer } from './security-scene.js';

const PASSWORD = 'a good sample password';
const OTHER_SITE = 'https://elsewhere.example.com';

const { test } = await sharedMailApp();
const home = await Organization.make(test);
const email = `${unique('person')}@example.com`;
await home.owner.client.expect('POST', 'users', {
  email,
  full_name: 'Sample Person',
  password: PASSWORD,
});
await home.owner.client.expect('PATCH', `users/${email}`, { role: 100 });
const loggedIn = await send('POST', '/api/v1/session', { username: email, password: PASSWORD });
const cookie = String(loggedIn.headers['set-cookie']).split(';', 1)[0]!;
const csrf = (JSON.parse(loggedIn.text) as { csrf_token: string }).csrf_token;
const takeFingerprint = await fingerprints(test, home.realm.realmId);

function send(
  method: string,
  path: string,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<TextAnswer> {
  return exchange(test, { method, path, host: home.realm.host, fields, headers });
}

/** Webhooks are authenticated by API keys alone. */
const WITHOUT_SESSIONS = new Set(['receive-webhook']);

const operations = documentedOperations().map((operation) => ({
  name: operation.operationId,
  operation,
}));

describe.each(operations.filter(({ operation }) => operation.method !== 'GET'))(
  '$name by a session',
  ({ name, operation }) => {
    it('is refused without the CSRF token', async () => {
      const { path, fields } = await filled(operation, REQUESTS[name]![0]!, home);
      const before = await takeFingerprint();
      const attempts: [Record<string, string>, Record<string, unknown>][] = [
        [{}, fields],
        [{ 'X-CSRFToken': `${csrf}x` }, fields],
        [{ 'X-CSRFToken': '' }, { ...fields, csrfmiddlewaretoken: csrf.toLowerCase() }],
        [{ 'X-CSRFToken': csrf, Origin: OTHER_SITE }, fields],
        [{ 'X-CSRFToken': csrf, Origin: 'null' }, fields],
        [{ 'X-CSRFToken': csrf, Origin: `http://${home.realm.host}.example.com` }, fields],
      ];
      const [status, code] = WITHOUT_SESSIONS.has(name)
        ? [401, 'UNAUTHORIZED']
        : [403, 'CSRF_FAILED'];
      for (const [headers, form] of operation.public ? [] : attempts) {
        const answer = await send(operation.method, path, form, { Cookie: cookie, ...headers });
        expect([answer.status, answer.text]).toEqual([
          status,
          expect.stringContaining(`"code":"${code}"`),
        ]);
      }
      expect(await takeFingerprint()).toEqual(before);
    });
  },
);

describe.each(operations)('$name', ({ name, operation }) => {
  it('cannot be framed, or read with the session, by a page of another site', async () => {
    const { path } = await filled(operation, REQUESTS[name]![0]!, home);
    const headers = { Origin: OTHER_SITE, Cookie: cookie };
    const asked = {
      'Access-Control-Request-Method': operation.method,
      'Access-Control-Request-Headers': 'authorization',
    };
    for (const answer of [
      await send(operation.method, path, {}, headers),
      await send('OPTIONS', path, {}, { ...headers, ...asked }),
    ]) {
      // Scripts of other origins may use an API key and read public files, but not use the session.
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      expect(answer.headers['access-control-allow-origin']).toBe(
        /^\/(api\/v1|static|user_avatars)\//.test(path) ? '*' : undefined,
      );
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
      expect(answer.headers['x-powered-by']).toBeUndefined();
    }
  });
});

it.each([
  '//elsewhere.example.com',
  String.raw`/\elsewhere.example.com`,
  String.raw`\\elsewhere.example.com`,
  '/%2F/elsewhere.example.com/..//elsewhere.example.com',
  '/.//elsewhere.example.com',
  '/a/..//elsewhere.example.com',
  '\t//elsewhere.example.com',
  '/\t/elsewhere.example.com',
  '/\n/elsewhere.example.com',
  'https:elsewhere.example.com',
  'https://elsewhere.example.com',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '@elsewhere.example.com',
  '.elsewhere.example.com',
  '／／elsewhere.example.com',
])('a login redirects to this host: %p', async (next) => {
  const browser = new Browser(test.port, home.realm.host);
  const login = { username: email, password: PASSWORD, next };
  const { status, location = '' } = await browser.submit('/accounts/login', login);
  expect(status).toBe(303);
  const { host } = new URL(location, `http://${home.realm.host}/accounts/login`);
  expect(host).toBe(home.realm.host);
});

describe('the host', () => {
  it('comes from the Host header, not from others', async () => {
    const other = await createRealm(test);
    const added = {
      'X-Forwarded-Host': other.host,
      Forwarded: `host=${other.host}`,
      'X-Host': other.host,
      'X-Original-URL': `http://${other.host}/`,
    };
    const { text } = await send('GET', '/api/v1/server_settings', {}, added);
    expect(text).toContain(`http://${home.realm.host}`);
    expect(text).not.toContain(other.host);
  });

  it('is in links of emails only if it is the host of an organization', async () => {
    const answer = await exchange(test, {
      method: 'POST',
      path: '/accounts/password/reset',
      host: 'evil.example.com',
      fields: { email },
    });
    expect(answer.text).not.toContain('evil.example.com');
  });
});

describe('rate limits', () => {
  let limited: TestApp;
  let realm: Awaited<ReturnType<typeof createRealm>>;
  beforeAll(async () => {
    limited = await startTestApp({ RATE_LIMITS: 'on', SMTP_URL: 'smtp://127.0.0.1:9' });
    realm = await createRealm(limited);
  });
  afterAll(() => limited.close());

  const from = (
    address: string,
    method: string,
    path: string,
    fields: Record<string, unknown> = {},
  ): Promise<TextAnswer> =>
    exchange(limited, {
      method,
      path,
      host: realm.host,
      fields,
      headers: { 'X-Forwarded-For': address },
    });

  const requestResetEmail = (address: string, mailbox: string): Promise<TextAnswer> =>
    from(address, 'POST', '/accounts/password/reset', { email: mailbox });

  it('count an IPv6 network as one address', async () => {
    const path = '/api/v1/server_settings';
    for (let host = 1; host <= 100; host++) {
      expect((await from(`2001:db8:1:1::${host.toString(16)}`, 'GET', path)).status).toBe(200);
    }
    expect((await from('2001:db8:1:1:ffff::1', 'GET', path)).status).toBe(429);
    expect((await from('2001:db8:1:2::1', 'GET', path)).status).toBe(200);
  });

  it('ignore a port that a proxy adds to an address', async () => {
    const path = '/api/v1/server_settings';
    const statuses = new Set<number>();
    for (let port = 50_001; port <= 50_050; port++) {
      for (const address of [`203.0.113.77:${port}`, `[2001:db8:7::1]:${port}`]) {
        statuses.add((await from(address, 'GET', path)).status);
        statuses.add((await from(address, 'GET', path)).status);
      }
    }
    expect([...statuses]).toEqual([200]);
    expect((await from('203.0.113.77:60000', 'GET', path)).status).toBe(429);
    expect((await from('[2001:db8:7::2]:60000', 'GET', path)).status).toBe(429);
  });

  it('count password reset emails by mailbox and by client', async () => {
    for (let host = 1; host <= 3; host++) {
      expect((await requestResetEmail(`203.0.113.${host}`, 'same@example.com')).status).toBe(200);
    }
    expect((await requestResetEmail('203.0.113.4', 'same@example.com')).status).toBe(429);
    for (let person = 1; person <= 20; person++) {
      const { status } = await requestResetEmail('198.51.100.1', `person${person}@example.com`);
      expect(status).toBe(200);
    }
    expect((await requestResetEmail('198.51.100.1', 'person21@example.com')).status).toBe(429);
    expect((await requestResetEmail('198.51.100.2', 'person21@example.com')).status).toBe(200);
  });

  it('count wrong passwords of one account from all clients', async () => {
    const attempt = (host: number): Promise<TextAnswer> =>
      from(`192.0.2.${host}`, 'POST', '/api/v1/fetch_api_key', {
        username: host % 2 === 0 ? 'Person@example.com' : ' person@example.com ',
        password: 'a wrong password',
      });
    const seen: number[] = [];
    for (let host = 1; host <= 6; host++) seen.push((await attempt(host)).status);
    expect(seen).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it.each<[string, string, Record<string, unknown>]>([
    ['POST', '/api/v1/messages/render', { content: 'Sample' }],
    ['GET', '/api/v1/messages', { anchor: 'newest', num_before: 1, num_after: 0 }],
    ['POST', '/api/v1/invites', { invitee_emails: '', stream_ids: [] }],
    ['PATCH', '/api/v1/settings', { email: 'none' }],
  ])('count %s %s for each account', async (method, path, fields) => {
    const answer = await exchange(limited, {
      method,
      path,
      host: realm.host,
      fields,
      credentials: realm.owner,
    });
    expect(answer.headers['x-ratelimit-limit']).toBe('200');
  });
});
