// A real server with the most verbose log (LOG_LEVEL=trace), while users log in, are invited and change
// their secrets, while the servers that it depends on are unavailable, and while SQL statements fail. The
// output contains none of the secrets.
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { SignJWT } from 'jose';
import pg from 'pg';
import { exchange, type TextAnswer } from './security-scene.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

jest.setTimeout(100_000);

const HOST = 'parley.test';
const OWNER = 'owner@example.com';
const SECRETS = {
  ownerPassword: 'Owner-Password-58213',
  newPassword: 'New-Password-94710',
  resetPassword: 'Reset-Password-61552',
  wrongPassword: 'Wrong-Password-30977',
  joinPassword: 'Join-Password-77124',
  createdPassword: 'Created-Password-88431',
  secretKey: 'The-Secret-Key-Of-This-Server-20386',
  jwtKey: 'The-Key-Of-A-Sample-Program-66015-long-enough',
  ldapPassword: 'Directory-Password-41963',
  oidcSecret: 'Provider-Secret-52748',
  smtpPassword: 'Mail-Password-15092',
  databasePassword: 'Database-Password-73301',
};
const LINK =
  /\/(?:join|accounts\/password\/reset|accounts\/confirm_new_email|accounts\/register)\/(\w{43})/g;

let database: TestDatabase;
let client: pg.Client;
let server: ServerProcess;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // The PostgreSQL server of the tests accepts any password.
  const url = new URL(database.url);
  url.password = SECRETS.databasePassword;
  server = new ServerProcess('all', {
    DATABASE_URL: url.href,
    EXTERNAL_URL: `http://${HOST}`,
    LOG_LEVEL: 'trace',
    SECRET_KEY: SECRETS.secretKey,
    OWNER_EMAIL: OWNER,
    OWNER_PASSWORD: SECRETS.ownerPassword,
    JWT_KEYS: `=${SECRETS.jwtKey}`,
    // Nothing listens on these ports.
    LDAP_URL: 'ldap://127.0.0.1:9',
    LDAP_SEARCH_BASE: 'dc=example,dc=com',
    LDAP_BIND_DN: 'cn=reader,dc=example,dc=com',
    LDAP_BIND_PASSWORD: SECRETS.ldapPassword,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'parley',
    OIDC_CLIENT_SECRET: SECRETS.oidcSecret,
    SMTP_URL: `smtp://mailer:${SECRETS.smtpPassword}@127.0.0.1:9`,
  });
  port = await server.ready();
});

afterAll(async () => {
  await client.end();
  await endProcesses();
  await database.drop();
});

function send(
  method: string,
  path: string,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<TextAnswer> {
  return exchange({ port }, { method, path, host: HOST, fields, headers });
}

function valueIn({ text }: TextAnswer, name: string): string {
  return new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? '';
}

function basicOf(apiKey: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`${OWNER}:${apiKey}`).toString('base64')}` };
}

/** Sends requests from the first login to the last. Returns the secrets in them. */
async function useSecrets(password: string): Promise<Set<string>> {
  const found = new Set<string>();
  const log = async (...asked: Parameters<typeof send>): Promise<TextAnswer> => {
    const answer = await send(...asked);
    for (const name of ['api_key', 'csrf_token']) found.add(valueIn(answer, name));
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      found.add(/=([^;]{20,})/.exec(line)?.[1] ?? '');
    }
    for (const [, token = ''] of answer.text.matchAll(LINK)) found.add(token);
    return answer;
  };
  const login = { username: OWNER, password };
  const wrong = { username: OWNER, password: SECRETS.wrongPassword };
  const key = valueIn(await log('POST', '/api/v1/fetch_api_key', login), 'api_key');
  const authorized = basicOf(key || 'a'.repeat(32));
  found.add(authorized.Authorization.slice(6));
  await log('POST', '/api/v1/fetch_api_key', wrong);
  await log('POST', '/accounts/login', wrong);
  await log('GET', `/api/v1/fetch_api_key?username=${OWNER}&password=${SECRETS.wrongPassword}`);
  await log('POST', `/api/v1/users/me?api_key=${key}`, login);
  const session = await log('POST', '/api/v1/session', login);
  const cookie = { Cookie: String(session.headers['set-cookie'] ?? '').split(';', 1)[0] ?? '' };
  const csrf = valueIn(session, 'csrf_token');
  await log('GET', '/api/v1/session', {}, cookie);
  await log('POST', '/api/v1/users/me/status', { status_text: 'a' }, cookie);
  await log('POST', '/api/v1/users/me/status', {}, { ...cookie, 'X-CSRFToken': `${csrf}x` });
  await log('POST', '/api/v1/users/me/status', {}, { ...cookie, 'X-CSRFToken': csrf });
  await log('GET', '/api/v1/users/me', {}, { Authorization: `Bearer ${key}` });
  await log('GET', '/api/v1/users/me', {}, basicOf(`${key}x`));
  for (const [old, fresh] of [
    [SECRETS.wrongPassword, SECRETS.newPassword],
    [password, SECRETS.newPassword],
    [SECRETS.newPassword, password],
  ]) {
    const change = { old_password: old, new_password: fresh };
    await log('PATCH', '/api/v1/settings', change, authorized);
  }
  const email = `new-user-${found.size}@example.com`;
  await log(
    'POST',
    '/api/v1/users',
    {
      email,
      full_name: 'Sample',
      password: SECRETS.createdPassword,
    },
    authorized,
  );
  await log('PATCH', '/api/v1/settings', { email: `other-${email}` }, authorized);
  await log(
    'POST',
    '/api/v1/invites',
    {
      invitee_emails: `invited-${email}`,
      stream_ids: [],
    },
    authorized,
  );
  await log('POST', '/api/v1/invites/multiuse', { stream_ids: [] }, authorized);
  await log('GET', '/api/v1/invites', {}, authorized);
  const bot = await log(
    'POST',
    '/api/v1/bots',
    {
      full_name: 'Sample Bot',
      short_name: `sample${found.size}`,
    },
    authorized,
  );
  const botId = /"user_id":(\d+)/.exec(bot.text)?.[1] ?? '0';
  await log('POST', `/api/v1/bots/${botId}/api_key/regenerate`, {}, authorized);
  await log('POST', '/accounts/password/reset', { email: OWNER });
  for (const path of await emailedLinks()) {
    const token = path.slice(path.lastIndexOf('/') + 1);
    found.add(token);
    for (const end of ['', '/', '/more', '?x=%', '%', `?token=${token}`]) {
      await log('GET', `${path}${end}`);
      await log('DELETE', `${path}${end}`);
    }
    await log('GET', `/api/v1${path}`);
    // A new email would break the later requests.
    if (path.includes('confirm_new_email')) continue;
    await log('POST', path, { password: '1', full_name: '' });
    await log('POST', path, {
      password: path.includes('reset') ? SECRETS.resetPassword : SECRETS.joinPassword,
      full_name: `Sample ${found.size}`,
    });
  }
  for (const secret of [SECRETS.jwtKey, SECRETS.wrongPassword]) {
    const token = await new SignJWT({ email: OWNER })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(secret));
    found.add(token.slice(token.lastIndexOf('.') + 1));
    await log('POST', '/api/v1/jwt/fetch_api_key', { token });
  }
  await log('GET', '/accounts/login/oidc');
  await log('GET', '/accounts/login/oidc/callback?code=Provider-Code-33087&state=a');
  const last = { username: OWNER, password: SECRETS.resetPassword };
  const lastKey = valueIn(await log('POST', '/api/v1/fetch_api_key', last), 'api_key');
  await log('POST', '/api/v1/users/me/api_key/regenerate', {}, basicOf(lastKey || key));
  found.delete('');
  return found;
}

/** The paths of all links in emails, once the pending ones have been sent. */
async function emailedLinks(): Promise<string[]> {
  for (let left = 100; left > 0; left--) {
    const { rows } = await client
      .query<{ text: string }>('SELECT text FROM mails ORDER BY id')
      .catch(() => ({ rows: [] }));
    const paths = rows.flatMap(({ text }) => [...text.matchAll(LINK)].map(([path]) => path));
    if (paths.some((path) => path.includes('/reset/')) || rows.length === 0) return paths;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('No email arrived');
}

/** The secrets in the output of the server, plain, URL-encoded or in Base64. */
function said(secrets: Iterable<string>): string[] {
  const output = server.stdout + server.stderr;
  return [...secrets].filter((secret) =>
    [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64').slice(0, -4)].some(
      (form) => output.includes(form),
    ),
  );
}

it('logs no secret in successful and failed requests', async () => {
  const secrets = await useSecrets(SECRETS.ownerPassword);
  expect(secrets.size).toBeGreaterThan(14);
  await server.logsRequests(port);
  expect(said([...Object.values(SECRETS), ...secrets, 'Provider-Code-33087'])).toEqual([]);
  const before = server.stdout.length;
  await client.query(
    `ALTER TABLE password_resets RENAME COLUMN token_hash TO gone;
     ALTER TABLE email_changes RENAME COLUMN token_hash TO gone;
     ALTER TABLE authorized_clients RENAME COLUMN token_hash TO gone;
     ALTER TABLE invitations RENAME COLUMN token_hash TO gone;
     ALTER TABLE mails RENAME COLUMN subject TO gone`,
  );
  for (const secret of await useSecrets(SECRETS.resetPassword)) secrets.add(secret);
  await client.query(
    `ALTER TABLE users RENAME COLUMN password_hash TO gone;
     ALTER TABLE users RENAME COLUMN api_key_hash TO gone_as_well`,
  );
  for (const secret of await useSecrets(SECRETS.resetPassword)) secrets.add(secret);
  await server.logsRequests(port);
  expect(server.stdout.slice(before)).toContain('A request failed');
  expect(said([...Object.values(SECRETS), ...secrets, 'Provider-Code-33087'])).toEqual([]);
});
