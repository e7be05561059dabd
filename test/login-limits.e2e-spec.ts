// Limits of failed logins for each account and each address, by every way of logging in.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { Passwords } from '#modules/auth/passwords/passwords.service.js';
import { RealmSetupService } from '#modules/realms/setup/realm-setup.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { startTestApp, ownTestApp, type TestApp } from './app.js';
import { createRealm, type TestRealm, unique } from './factories.js';
import { exchange, type TextAnswer } from './security-scene.js';
import { BASE, DIRECTORY_PASSWORD, hasSlapd, READER, Slapd } from './slapd.js';

const PASSWORD = 'correct horse battery staple';
const KEY = 'a secret that a sample program knows as well';
/** Failed logins from one address, and at one account. */
const FROM_ADDRESS = 50;
const AT_ACCOUNT = 5;
const test = await ownTestApp({
  RATE_LIMITS: 'on',
  SMTP_URL: 'smtp://127.0.0.1:9',
  JWT_KEYS: `vouched=${KEY}`,
});
const realm = await createRealm(test);

let addresses = 0;
/** An address that no other test uses. */
const newAddress = (): string => `203.0.113.${++addresses}`;

interface Ask {
  address: string;
  fields: Record<string, unknown>;
  host?: string;
  app?: TestApp;
}

function post(path: string, { address, fields, host, app = test }: Ask): Promise<TextAnswer> {
  const headers = { 'X-Forwarded-For': address };
  return exchange(app, { method: 'POST', path, host: host ?? realm.host, fields, headers });
}

async function createPerson(app = test, { realmId } = realm): Promise<string> {
  const users = app.app.get(UsersService);
  const email = `${unique('person')}@example.com`;
  const passwordHash = await app.app.get(Passwords).hash(PASSWORD);
  await users.create({ realmId }, { email, fullName: 'Sample Person', passwordHash });
  return email;
}

const PASSWORD_WAYS: [path: string, success: number][] = [
  ['/api/v1/fetch_api_key', 200],
  ['/api/v1/session', 200],
  ['/accounts/login', 303],
];

describe('an address', () => {
  it.each(PASSWORD_WAYS)(
    'with failed logins to many accounts by %s is locked out of all',
    async (path, success) => {
      const email = await createPerson();
      const address = newAddress();
      const right = (from: string): Promise<TextAnswer> =>
        post(path, { address: from, fields: { username: email, password: PASSWORD } });
      for (let i = 0; i < FROM_ADDRESS; i++) {
        // Successful logins in between neither count nor reset the counter.
        if (i % 20 === 0) expect((await right(address)).status).toBe(success);
        const fields = { username: `unknown${i}@example.com`, password: 'wrong password' };
        expect((await post(path, { address, fields })).status).toBe(401);
      }
      expect((await right(address)).status).toBe(429);
      for (const [way] of PASSWORD_WAYS) {
        const fields = { username: email, password: PASSWORD };
        expect((await post(way, { address, fields })).status).toBe(429);
      }
      expect((await right(newAddress())).status).toBe(success);
    },
  );

  it('is locked out after tokens with wrong signatures, but not after unknown users', async () => {
    await test.app.get(RealmSetupService).createRealm({
      stringId: 'vouched',
      name: 'Sample Organization',
      owner: { email: 'owner@example.com', fullName: 'Sample Owner' },
    });
    const fetch = async (address: string, email: string, key = KEY): Promise<number> => {
      const token = await new SignJWT({ email })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('5 minutes')
        .sign(Buffer.from(key));
      const asked = { address, fields: { token }, host: 'vouched.parley.test' };
      return (await post('/api/v1/jwt/fetch_api_key', asked)).status;
    };
    const program = newAddress();
    for (let i = 0; i <= FROM_ADDRESS; i++) {
      expect(await fetch(program, `unknown${i}@example.com`)).toBe(401);
    }
    expect(await fetch(program, 'owner@example.com')).toBe(200);
    const address = newAddress();
    for (let i = 0; i < FROM_ADDRESS; i++) {
      expect(await fetch(address, 'owner@example.com', `${KEY}${i}`)).toBe(401);
    }
    expect(await fetch(address, 'owner@example.com')).toBe(429);
    expect(await fetch(newAddress(), 'owner@example.com')).toBe(200);
  });

  it('has a limit of requests without credentials for every route', async () => {
    const token = 'u'.repeat(43);
    const doors = [
      ['GET', '/api/v1/server_settings'],
      ['POST', '/api/v1/fetch_api_key'],
      ['POST', '/api/v1/jwt/fetch_api_key'],
      ['POST', '/api/v1/dev_fetch_api_key'],
      ['GET', '/api/v1/dev_list_users'],
      ['POST', '/api/v1/session'],
      ['GET', '/accounts/login'],
      ['POST', '/accounts/login'],
      ['GET', '/accounts/login/oidc'],
      ['GET', '/accounts/login/oidc/callback'],
      ['GET', '/accounts/password/reset'],
      ['POST', '/accounts/password/reset'],
      ['GET', `/accounts/password/reset/${token}`],
      ['POST', `/accounts/password/reset/${token}`],
      ['GET', `/accounts/confirm_new_email/${token}`],
      ['POST', `/accounts/confirm_new_email/${token}`],
      ['GET', `/accounts/unsubscribe/login/1-${token}`],
      ['POST', `/accounts/unsubscribe/login/1-${token}`],
      ['GET', '/'],
      ['GET', '/accounts/register'],
      ['POST', '/accounts/register'],
      ['GET', `/accounts/register/${token}`],
      ['POST', `/accounts/register/${token}`],
      ['GET', `/join/${token}`],
      ['POST', `/join/${token}`],
    ] as const;
    const address = newAddress();
    const use = (method: string, path: string): Promise<TextAnswer> =>
      exchange(test, {
        method,
        path,
        host: realm.host,
        headers: { 'X-Forwarded-For': address },
      });
    let left = 100;
    for (const [method, path] of doors) {
      const { headers } = await use(method, path);
      expect([
        method,
        path,
        headers['x-ratelimit-limit'],
        headers['x-ratelimit-remaining'],
      ]).toEqual([method, path, '100', String(--left)]);
    }
    while (left-- > 0) await use('GET', '/accounts/login');
    for (const [method, path] of doors) expect((await use(method, path)).status).toBe(429);
  });
});

describe('an account', () => {
  it('is locked by wrong passwords in all login ways, and stays locked after logins to other accounts', async () => {
    const [victim, other] = [await createPerson(), await createPerson()];
    const attempt = (path: string, username: string, password: string): Promise<TextAnswer> =>
      post(path, { address: newAddress(), fields: { username, password } });
    for (let i = 0; i < AT_ACCOUNT; i++) {
      const [path] = PASSWORD_WAYS[i % PASSWORD_WAYS.length]!;
      expect((await attempt(path, victim, 'wrong password')).status).toBe(401);
    }
    for (const [path, success] of PASSWORD_WAYS) {
      expect((await attempt(path, other, PASSWORD)).status).toBe(success);
      expect((await attempt(path, victim, PASSWORD)).status).toBe(429);
    }
  });

  it('is also locked for changes of its password', async () => {
    const email = await createPerson();
    const given = await post('/api/v1/fetch_api_key', loginOf(email));
    const { api_key: apiKey } = JSON.parse(given.text) as { api_key: string };
    const change = async (old_password: string): Promise<number> => {
      const { status } = await exchange(test, {
        method: 'PATCH',
        path: '/api/v1/settings',
        host: realm.host,
        fields: { old_password, new_password: 'quite another password' },
        credentials: { email, apiKey },
      });
      return status;
    };
    for (let i = 0; i < AT_ACCOUNT; i++) expect(await change('wrong password')).toBe(400);
    expect(await change(PASSWORD)).toBe(429);
    expect((await post('/api/v1/fetch_api_key', loginOf(email))).status).toBe(429);
  });

  it('stays locked for other spellings of its email', async () => {
    const [name = ''] = (await createPerson()).split('@');
    const login = async (username: string): Promise<number> => {
      const fields = { username: `${username}@example.com`, password: 'wrong password' };
      return (await post('/api/v1/fetch_api_key', { address: newAddress(), fields })).status;
    };
    for (let i = 0; i < AT_ACCOUNT; i++) await login(name);
    expect(await login(name.replace('p', '\uff50'))).toBe(429);
  });
});

const describeDirectory = hasSlapd() ? describe : describe.skip;

describeDirectory('a person in a directory', () => {
  let slapd: Slapd;
  let app: TestApp;
  let here: TestRealm;
  let elsewhere: TestRealm;
  beforeAll(async () => {
    slapd = await Slapd.start();
    app = await startTestApp({
      RATE_LIMITS: 'on',
      LDAP_URL: slapd.url,
      LDAP_BIND_DN: READER.dn,
      LDAP_BIND_PASSWORD: READER.password,
      LDAP_SEARCH_BASE: BASE,
    });
    [here, elsewhere] = [await createRealm(app), await createRealm(app)];
    for (const name of ['sample', 'another']) {
      await slapd.addPerson(name, { mail: `${name}@example.com`, cn: 'Sample Person' });
      for (const { realmId } of [here, elsewhere]) {
        await app.app
          .get(UsersService)
          .create({ realmId }, { email: `${name}@example.com`, fullName: 'Sample Person' });
      }
    }
  });
  afterAll(async () => {
    await app.close();
    await slapd.stop();
  });

  const logIn = (
    username: string,
    password: string,
    { host } = here,
    address = newAddress(),
  ): Promise<TextAnswer> =>
    post('/api/v1/fetch_api_key', { app, host, address, fields: { username, password } });

  it('is locked by wrong passwords for all its names in all organizations', async () => {
    for (let i = 0; i < AT_ACCOUNT; i++) {
      expect((await logIn('sample', 'wrong password')).status).toBe(401);
    }
    expect((await logIn('\uff53ample', DIRECTORY_PASSWORD)).status).toBe(429);
    const { text: unknown } = await logIn('nobody', 'wrong password');
    for (const organization of [here, elsewhere]) {
      const answer = await logIn('sample@example.com', DIRECTORY_PASSWORD, organization);
      // Another response would reveal that both names belong to one person.
      expect([answer.status, answer.text]).toEqual([401, unknown]);
    }
    expect((await logIn('another', DIRECTORY_PASSWORD)).status).toBe(200);
  });

  it('has no limit for right passwords', async () => {
    for (let i = 0; i < 2 * AT_ACCOUNT; i++) {
      expect((await logIn('another', 'wrong password')).status).toBe(401);
      expect((await logIn('another', DIRECTORY_PASSWORD)).status).toBe(200);
    }
  });

  it('is locked out of an address with failed logins to many accounts', async () => {
    const address = newAddress();
    for (let i = 0; i < FROM_ADDRESS; i++) {
      expect((await logIn(`unknown${i}`, 'wrong password', here, address)).status).toBe(401);
    }
    expect((await logIn('another', DIRECTORY_PASSWORD, here, address)).status).toBe(429);
    expect((await logIn('another', DIRECTORY_PASSWORD)).status).toBe(200);
  });
});

function loginOf(username: string): Ask {
  return { address: newAddress(), fields: { username, password: PASSWORD } };
}
