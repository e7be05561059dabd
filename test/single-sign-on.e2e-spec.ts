// Logging in by an OpenID provider, by a program with a shared secret and, for development, without a
// proof.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SignJWT } from 'jose';
import { RealmSetupService } from '#modules/realms/setup/realm-setup.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { ownTestApp } from './app.js';
import { Browser } from './browser.js';
import {
  changeRealmSettings,
  createRealm,
  createUser,
  type TestRealm,
  unique,
} from './factories.js';
import { CLIENT, OpenIdProvider } from './open-id-provider.js';

const KEY = 'a secret that a sample program knows as well';
const ONE_TIME_KEY = '0f'.repeat(32);

const provider = await OpenIdProvider.start();
const test = await ownTestApp({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: 'Sample Login',
  OIDC_CREATE_ACCOUNTS: 'on',
  JWT_KEYS: `vouched=${KEY}`,
  DEVELOPMENT_LOGIN: 'on',
});
const plain = await ownTestApp({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
});
afterAll(() => provider.stop());

beforeEach(() => {
  provider.nonce = undefined;
  provider.isSilent = false;
  provider.claims = { email: 'person@example.com', email_verified: true, name: 'Sample Person' };
});

async function scene(app = test): Promise<{ realm: TestRealm; browser: Browser }> {
  const realm = await createRealm(app);
  await changeRealmSettings(app, realm, { invite_required: false });
  return { realm, browser: new Browser(app.port, realm.host) };
}

/** Goes to the provider and back; returns the URL of the last redirect. */
async function signOn(browser: Browser, query = ''): ReturnType<Browser['get']> {
  const away = await browser.get(`/accounts/login/oidc${query}`);
  expect(away.status).toBe(302);
  return browser.get(provider.visit(away.location!));
}

describe('single sign-on', () => {
  it('creates an account at the first login, opens a session, and redirects', async () => {
    const { browser } = await scene();
    const done = await signOn(browser, '?next=%2Fapi%2Fv1%2Fusers%2Fme');
    expect([done.status, done.location]).toEqual([302, '/api/v1/users/me']);
    const me = JSON.parse((await browser.get('/api/v1/users/me')).text) as object;
    expect(me).toMatchObject({ full_name: 'Sample Person', delivery_email: 'person@example.com' });
    expect([...browser.cookies.keys()]).toEqual(['parley_session']);
  });

  it('reads the userinfo endpoint when the token has no email', async () => {
    provider.isSilent = true;
    const { realm, browser } = await scene();
    expect((await signOn(browser)).status).toBe(302);
    const me = JSON.parse((await browser.get('/api/v1/users/me')).text) as object;
    expect(me).toMatchObject({ full_name: 'Sample Person', delivery_email: 'person@example.com' });
    provider.claims = { email: realm.owner.email, email_verified: false };
    expect((await signOn(new Browser(test.port, realm.host))).status).toBe(401);
  });

  it('redirects to no other site', async () => {
    const { browser } = await scene();
    expect((await signOn(browser, '?next=https://elsewhere.example.com')).location).toBe('/');
  });

  it('is offered on the login page and in GET /server_settings', async () => {
    const { realm, browser } = await scene();
    expect((await browser.get('/accounts/login')).text).toContain('Log in with Sample Login');
    expect((await realm.anonymous.get('server_settings')).body).toMatchObject({
      authentication_methods: { 'openid connect': true, dev: true },
      external_authentication_methods: [
        {
          name: 'oidc',
          display_name: 'Sample Login',
          display_icon: null,
          login_url: `http://${realm.host}/accounts/login/oidc`,
          signup_url: `http://${realm.host}/accounts/login/oidc`,
        },
      ],
    });
  });

  it('passes the encrypted API key to an app', async () => {
    const { realm, browser } = await scene();
    const { location } = await signOn(browser, `?mobile_flow_otp=${ONE_TIME_KEY}`);
    const address = new URL(location!);
    expect([address.protocol, address.host]).toEqual(['zulip:', 'login']);
    const {
      realm: url,
      email = '',
      otp_encrypted_api_key: encrypted = '',
    } = Object.fromEntries(address.searchParams);
    expect([url, email]).toEqual([`http://${realm.host}`, 'person@example.com']);
    const apiKey = Buffer.from(encrypted, 'hex')
      .map((byte) => byte ^ 0x0f)
      .toString();
    const me = await realm.anonymous.as({ email, apiKey }).expect('GET', 'users/me');
    expect(String(me['user_id'])).toBe(address.searchParams.get('user_id'));
    expect(location).not.toContain(apiKey);
    expect(browser.cookies.size).toBe(0);
  });

  it('refuses invalid one-time keys', async () => {
    const { browser } = await scene();
    for (const key of ['', 'abc', 'z'.repeat(64)]) {
      expect((await browser.get(`/accounts/login/oidc?mobile_flow_otp=${key}`)).status).toBe(400);
    }
  });

  it('is completed only in the same browser, once, and in time', async () => {
    const { realm, browser } = await scene();
    const away = await browser.get('/accounts/login/oidc');
    const back = provider.visit(away.location!);
    const otherBrowser = new Browser(test.port, realm.host);
    expect((await otherBrowser.get(back)).status).toBe(401);
    const { browser: elsewhere } = await scene();
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
    expect((await elsewhere.get(back)).status).toBe(401);
    expect((await browser.get(`${back}x`)).status).toBe(401);
    expect((await browser.get(back)).status).toBe(401);
    const late = await browser.get('/accounts/login/oidc');
    test.clock.advance(16 * 60);
    expect((await browser.get(provider.visit(late.location!))).status).toBe(401);
  });

  it('refuses tokens with another nonce, and emails that are not verified', async () => {
    const { browser } = await scene();
    provider.nonce = 'another';
    expect((await signOn(browser)).status).toBe(401);
    provider.nonce = undefined;
    provider.claims = { email: 'person@example.com', email_verified: false };
    expect((await signOn(browser)).status).toBe(401);
    provider.claims = {};
    expect((await signOn(browser)).status).toBe(401);
    provider.claims = { email: 'per\0son@example.com', email_verified: true };
    expect((await signOn(browser)).status).toBe(401);
    expect(browser.cookies.has('parley_session')).toBe(false);
  });

  it('can be disabled by the organization', async () => {
    const { realm, browser } = await scene();
    await realm.owner.client.expect('PATCH', 'realm', {
      authentication_methods: { 'OpenID Connect': false },
    });
    expect((await browser.get('/accounts/login/oidc')).status).toBe(400);
  });

  it('creates no account where invitations are required', async () => {
    const realm = await createRealm(test);
    const browser = new Browser(test.port, realm.host);
    expect((await signOn(browser)).status).toBe(401);
  });

  it('requires an account unless the operator enables creation', async () => {
    const { realm, browser } = await scene(plain);
    expect((await signOn(browser)).status).toBe(401);
    const email = 'person@example.com';
    const { id } = await plain.app
      .get(UsersService)
      .create({ realmId: realm.realmId }, { email, fullName: 'Sample' });
    expect((await signOn(browser)).status).toBe(302);
    await realm.owner.client.expect('DELETE', `users/${id}`);
    expect((await signOn(new Browser(plain.port, realm.host))).status).toBe(401);
  });
});

describe('POST /jwt/fetch_api_key', () => {
  /** Seconds since 1970, `offset` from now. */
  const at = (offset: number): number => Math.floor(test.clock.now().getTime() / 1000) + offset;
  const token = (payload: Record<string, unknown>, key = KEY): Promise<string> =>
    new SignJWT({ exp: at(300), ...payload })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(key));

  it('trusts a program that knows the secret of the organization', async () => {
    const { owner } = await test.app.get(RealmSetupService).createRealm({
      stringId: 'vouched',
      name: 'Sample Organization',
      owner: { email: 'owner@example.com', fullName: 'Sample Owner' },
    });
    const anonymous = test.anonymous('vouched.parley.test');
    const fetch = async (
      given: string,
      more: object = {},
    ): Promise<[number, Record<string, unknown>]> => {
      const answer = await anonymous.post('jwt/fetch_api_key', { token: given, ...more });
      return [answer.status, answer.body];
    };
    const good = await token({ email: 'OWNER@example.com' });
    const key = { result: 'success', msg: '', api_key: owner.apiKey, email: 'owner@example.com' };
    expect(await fetch(good)).toEqual([200, key]);
    const [, withProfile] = await fetch(good, { include_profile: true });
    expect(withProfile).toMatchObject({ ...key, user: { user_id: owner.id, role: 100 } });

    const bad = [
      await token({ email: 'nobody@example.com' }),
      await token({ email: 'owner@example.com' }, 'another secret, which is not the right one'),
      await token({ email: 'owner@example.com', exp: 1 }),
      await token({ email: 7 }),
      await token({ email: 'owner@example.com\0' }),
      await token({}),
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${good.split('.')[1]}.`,
      'x',
      '',
    ];
    for (const given of bad) {
      const [status, body] = await fetch(given);
      expect([status, body['code']]).toEqual([401, 'AUTHENTICATION_FAILED']);
    }
  });

  it('limits the time for which a token can be used', async () => {
    const email = 'owner@example.com';
    const anonymous = test.anonymous('vouched.parley.test');
    const answerTo = async (payload: Record<string, unknown>): Promise<unknown> => {
      const fields = { token: await token({ email, ...payload }) };
      const { status, body } = await anonymous.post('jwt/fetch_api_key', fields);
      return status === 200 ? 'accepted' : body['msg'];
    };
    const noExpiry = 'The token has no valid expiry time (exp)';
    const tooLong = 'The token is valid for more than an hour';
    const cases: [payload: Record<string, unknown>, answer: string][] = [
      [{ exp: undefined }, noExpiry],
      [{ exp: 'never' }, noExpiry],
      [{ exp: at(-30) }, 'accepted'],
      [{ exp: at(-90) }, 'The token has expired'],
      [{ exp: at(3600) }, 'accepted'],
      [{ exp: at(4000) }, tooLong],
      [{ exp: at(10 * 365 * 86_400) }, tooLong],
      [{ exp: at(60), iat: at(-3500) }, 'accepted'],
      [{ exp: at(60), iat: at(-4000) }, tooLong],
      [{ exp: at(3500), iat: at(-3500) }, tooLong],
      [{ iat: at(30) }, 'accepted'],
      [{ iat: at(90) }, 'The token was issued in the future'],
      [{ iat: 'today' }, 'The token has no valid issue time (iat)'],
      [{ nbf: at(30) }, 'accepted'],
      [{ nbf: at(90) }, 'The token is not valid yet'],
      [{ nbf: 'soon' }, 'The token is not valid yet'],
    ];
    for (const [payload, answer] of cases)
      expect([payload, await answerTo(payload)]).toEqual([payload, answer]);
  });

  it('is refused without a secret', async () => {
    const { realm } = await scene();
    const answer = await realm.anonymous.post('jwt/fetch_api_key', {
      token: await token({ email: realm.owner.email }),
    });
    expect([answer.status, answer.body['code']]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('the development login', () => {
  it('lists the users and logs in as any of them', async () => {
    const { realm } = await scene();
    const member = await createUser(test, realm);
    const list = await realm.anonymous.expect('GET', 'dev_list_users');
    const realm_url = `http://${realm.host}`;
    expect(list).toMatchObject({
      direct_admins: [{ email: realm.owner.email, realm_url }],
      direct_users: [{ email: member.email, realm_url }],
    });
    const { body } = await realm.anonymous.post('dev_fetch_api_key', { username: member.email });
    expect(body).toMatchObject({ api_key: member.apiKey, user_id: member.userId });
    const unknown = await realm.anonymous.post('dev_fetch_api_key', { username: unique('x') });
    expect([unknown.status, unknown.body['code']]).toEqual([401, 'AUTHENTICATION_FAILED']);
  });

  it('is disabled by default', async () => {
    const { realm } = await scene(plain);
    const login = { username: realm.owner.email };
    expect((await realm.anonymous.post('dev_fetch_api_key', login)).status).toBe(400);
    expect((await realm.anonymous.get('dev_list_users')).status).toBe(400);
    expect((await realm.anonymous.get('server_settings')).body).toMatchObject({
      authentication_methods: { dev: false },
    });
  });
});
