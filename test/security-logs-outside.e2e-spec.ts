// A real server with the most verbose log (LOG_LEVEL=trace), while users log in with a directory and an
// OpenID provider, successfully, unsuccessfully, and while these are unavailable. The output contains
// none of the secrets.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Browser } from './browser.js';
import { CLIENT, OpenIdProvider } from './open-id-provider.js';
import { exchange, type TextAnswer } from './security-scene.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { HOST, SECRET_KEY } from './server-environment.js';
import { BASE, DIRECTORY_PASSWORD, hasSlapd, READER, Slapd } from './slapd.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

const OWNER = 'owner@example.com';
const WRONG_PASSWORD = 'Wrong-Password-30977';
const ONE_TIME_KEY = '7d'.repeat(32);

const itWithDirectory = hasSlapd() ? it : it.skip;

let database: TestDatabase;
let provider: OpenIdProvider;
let slapd: Slapd | undefined;
let server: ServerProcess;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  provider = await OpenIdProvider.start();
  slapd = hasSlapd() ? await Slapd.start() : undefined;
  await slapd?.addPerson('chief', { mail: OWNER, cn: 'Chief' });
  server = new ServerProcess('all', {
    DATABASE_URL: database.url,
    EXTERNAL_URL: `http://${HOST}`,
    LOG_LEVEL: 'trace',
    SECRET_KEY,
    OWNER_EMAIL: OWNER,
    OWNER_PASSWORD: 'Owner-Password-58213',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    ...(slapd && {
      LDAP_URL: slapd.url,
      LDAP_SEARCH_BASE: BASE,
      LDAP_BIND_DN: READER.dn,
      LDAP_BIND_PASSWORD: READER.password,
    }),
  });
  port = await server.ready();
});

afterAll(async () => {
  await endProcesses();
  await slapd?.stop();
  await provider.stop();
  await database.drop();
});

function apiKeyIn({ text }: TextAnswer): string {
  return /"api_key":"(\w{32})"/.exec(text)?.[1] ?? '';
}

/** The secrets in the output of the server, plain or URL-encoded. */
function said(secrets: Iterable<string>): string[] {
  const output = server.stdout + server.stderr;
  return [...secrets].filter(
    (secret) =>
      secret.length >= 8 &&
      [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64').slice(0, -4),
      ].some((form) => output.includes(form)),
  );
}

itWithDirectory('says no secret of who logs in by a directory', async () => {
  const logIn = (path: string, username: string, password: string): Promise<TextAnswer> =>
    exchange({ port }, { method: 'POST', path, host: HOST, fields: { username, password } });
  const secrets = new Set([DIRECTORY_PASSWORD, READER.password, WRONG_PASSWORD]);
  const given = await logIn('/api/v1/fetch_api_key', 'chief', DIRECTORY_PASSWORD);
  expect(apiKeyIn(given)).toHaveLength(32);
  secrets.add(apiKeyIn(given));
  const session = await logIn('/api/v1/session', 'chief', DIRECTORY_PASSWORD);
  expect(session.status).toBe(200);
  secrets.add(/=(\w{43});/.exec(String(session.headers['set-cookie']))?.[1] ?? 'no cookie');
  secrets.add(/"csrf_token":"([^"]+)"/.exec(session.text)?.[1] ?? 'no token');
  expect((await logIn('/accounts/login', 'chief', DIRECTORY_PASSWORD)).status).toBe(303);
  for (const username of ['chief', 'nobody', '*)(uid=*']) {
    expect((await logIn('/api/v1/fetch_api_key', username, WRONG_PASSWORD)).status).toBe(401);
  }
  await slapd?.stop();
  expect((await logIn('/api/v1/fetch_api_key', 'chief', DIRECTORY_PASSWORD)).status).toBe(503);
  expect((await logIn('/api/v1/fetch_api_key', 'chief', WRONG_PASSWORD)).status).toBe(503);
  await server.logsRequests(port);
  expect(server.stdout).toContain('The directory could not answer');
  expect(server.stdout).toContain('/fetch_api_key');
  expect(said(secrets)).toEqual([]);
});

it('logs no secret of a login by an OpenID provider', async () => {
  const secrets = new Set([CLIENT.secret, ONE_TIME_KEY]);
  const signOn = async (query = ''): Promise<{ status: number; location: URL | undefined }> => {
    const browser = new Browser(port, HOST);
    const away = await browser.get(`/accounts/login/oidc${query}`);
    expect(away.status).toBe(302);
    for (const value of browser.cookies.values()) secrets.add(value);
    const back = await browser.get(provider.visit(away.location ?? ''));
    for (const value of browser.cookies.values()) secrets.add(value);
    const { status, location } = back;
    return {
      status,
      location: location === undefined ? location : new URL(location, `http://${HOST}`),
    };
  };
  provider.claims = { email: OWNER, email_verified: true };
  expect((await signOn('?next=%2Fhere')).location?.pathname).toBe('/here');
  const { location } = await signOn(`?mobile_flow_otp=${ONE_TIME_KEY}`);
  const encrypted = location?.searchParams.get('otp_encrypted_api_key') ?? '';
  secrets.add(encrypted);
  secrets.add(
    Buffer.from(encrypted, 'hex')
      .map((byte) => byte ^ 0x7d)
      .toString(),
  );
  for (const claims of [{ email: OWNER }, { email: 'x@example.com', email_verified: true }, {}]) {
    provider.claims = claims;
    expect((await signOn()).status).toBe(401);
  }
  provider.nonce = 'that-of-another-visit';
  expect((await signOn()).status).toBe(401);
  await server.logsRequests(port);
  expect(server.stdout).toContain('The login at the provider did not succeed');
  expect(server.stdout).toContain('/accounts/login/oidc/callback');
  for (const secret of provider.secrets) secrets.add(secret);
  expect(secrets.size).toBeGreaterThan(30);
  expect(said(secrets)).toEqual([]);
});
