// Failed logins do not reveal which accounts exist: the response and the amount of work are the same for
// every reason.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client as DirectoryClient } from 'ldapts';
import { SignJWT } from 'jose';
import { Passwords } from '#modules/auth/passwords/passwords.service.js';
import { RealmSetupService } from '#modules/realms/setup/realm-setup.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { startTestApp, ownTestApp, type TestApp } from './app.js';
import { createRealm, createUser, unique } from './factories.js';
import { exchange, type TextAnswer } from './security-scene.js';
import { BASE, DIRECTORY_PASSWORD, hasSlapd, READER, Slapd } from './slapd.js';

const PASSWORD = 'correct horse battery staple';
const KEY = 'a secret that a sample program knows as well';

const test = await ownTestApp({ JWT_KEYS: `vouched=${KEY}` });
const realm = await createRealm(test);

/** Addresses that cannot log in with the password, by the reason. */
const behind = await addresses();

async function addresses(): Promise<Record<string, string>> {
  const active = await createPerson(PASSWORD);
  const former = await createPerson(PASSWORD);
  const withoutPassword = await createPerson();
  await realm.owner.client.expect('DELETE', `users/${former.id}`);
  const bot = await createUser(test, realm, { bot: { type: 1, ownerId: realm.owner.userId } });
  const otherRealm = await createRealm(test);
  return {
    'an account': active.email,
    'an account that is deactivated': former.email,
    'an account without a password': withoutPassword.email,
    'a bot': bot.email,
    'a bot of the server': 'notification-bot@zulip.com',
    'an account of another organization': otherRealm.owner.email,
    'no account': 'nobody@example.com',
    'no address': 'nobody',
    nothing: '',
  };
}

async function createPerson(password?: string): Promise<{ id: number; email: string }> {
  const email = `${unique('person')}@example.com`;
  const passwordHash =
    password === undefined ? undefined : await test.app.get(Passwords).hash(password);
  const { id } = await test.app
    .get(UsersService)
    .create({ realmId: realm.realmId }, { email, fullName: 'Sample Person', passwordHash });
  return { id, email };
}

/** The response without variable headers. */
function seen({ status, headers, text }: TextAnswer): unknown {
  const compared = Object.entries(headers).filter(
    ([name]) => !['date', 'x-request-id'].includes(name),
  );
  return { status, headers: Object.fromEntries(compared), text };
}

it.each(['/api/v1/fetch_api_key', '/api/v1/session', '/accounts/login'])(
  '%s handles a wrong password alike, with the same work, for all accounts',
  async (path) => {
    const compare = jest.spyOn(test.app.get(Passwords), 'matches');
    try {
      const answers: Record<string, unknown> = {};
      for (const [who, username] of Object.entries(behind)) {
        compare.mockClear();
        const fields = { username, password: 'a wrong password' };
        const answer = await exchange(test, { method: 'POST', path, host: realm.host, fields });
        answers[who] = { ...(seen(answer) as object), compared: compare.mock.calls.length };
      }
      const expected = answers['an account'];
      expect(expected).toMatchObject({ status: 401, compared: 1 });
      expect(answers).toEqual(
        Object.fromEntries(Object.keys(behind).map((who) => [who, expected])),
      );
    } finally {
      compare.mockRestore();
    }
  },
);

it('a wrong API key has the same response for all accounts', async () => {
  const answers: Record<string, unknown> = {};
  const { apiKey } = realm.owner;
  for (const [who, email] of Object.entries(behind)) {
    if (email === '') continue;
    for (const key of ['x'.repeat(32), apiKey]) {
      const credentials = { email, apiKey: key };
      const asked = { method: 'GET', path: '/api/v1/users/me', host: realm.host, credentials };
      answers[`${who}, ${key === apiKey ? 'the key of another' : 'no key'}`] = seen(
        await exchange(test, asked),
      );
    }
  }
  const [expected] = Object.values(answers);
  expect(expected).toMatchObject({ status: 401 });
  for (const answer of Object.values(answers)) expect(answer).toEqual(expected);
});

it('a token with a wrong signature has the same response for all addresses', async () => {
  const { owner, realmId } = await test.app.get(RealmSetupService).createRealm({
    stringId: 'vouched',
    name: 'Sample Organization',
    owner: { email: 'owner@example.com', fullName: 'Sample Owner' },
  });
  const former = await test.app
    .get(UsersService)
    .create({ realmId }, { email: 'former@example.com', fullName: 'Sample Person' });
  const client = test.anonymous('vouched.parley.test').as({
    email: owner.deliveryEmail,
    apiKey: owner.apiKey,
  });
  await client.expect('DELETE', `users/${former.id}`);
  const fetch = async (email: unknown, key: string): Promise<unknown> => {
    const token = await new SignJWT({ email })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5 minutes')
      .sign(Buffer.from(key));
    const host = 'vouched.parley.test';
    const asked = { method: 'POST', path: '/api/v1/jwt/fetch_api_key', host, fields: { token } };
    return seen(await exchange(test, asked));
  };
  const expected = await fetch('nobody@example.com', KEY);
  expect(expected).toMatchObject({ status: 401 });
  const people = ['owner@example.com', 'former@example.com', 'nobody@example.com', 'x', '', 7];
  for (const email of people) {
    expect(await fetch(email, 'a secret that is not the one of the organization')).toEqual(
      expected,
    );
  }
  // A program with the secret of the organization may learn it.
  expect(await fetch('former@example.com', KEY)).toMatchObject({
    text: expect.stringContaining('USER_DEACTIVATED'),
  });
});

const describeDirectory = hasSlapd() ? describe : describe.skip;

describeDirectory('a directory', () => {
  let slapd: Slapd;
  let app: TestApp;
  beforeAll(async () => {
    slapd = await Slapd.start();
    app = await startTestApp({
      LDAP_URL: slapd.url,
      LDAP_BIND_DN: READER.dn,
      LDAP_BIND_PASSWORD: READER.password,
      LDAP_SEARCH_BASE: BASE,
      LDAP_REQUIRED_GROUP: 'insiders',
    });
    const insider = await slapd.addPerson('insider', { mail: 'insider@example.com', cn: 'X' });
    await slapd.addPerson('outsider', { mail: 'outsider@example.com', cn: 'X' });
    await slapd.addPerson('addressless', { cn: 'X' });
    await slapd.addGroup('insiders', [insider]);
  });
  afterAll(async () => {
    await app.close();
    await slapd.stop();
  });

  it('receives the same requests for each name, and local passwords are compared as often', async () => {
    const { host, realmId } = await createRealm(app);
    const users = app.app.get(UsersService);
    for (const [name, withPassword] of [
      ['insider', false],
      ['kept-here', true],
    ] as const) {
      const passwordHash = withPassword ? await app.app.get(Passwords).hash(PASSWORD) : undefined;
      const made = { email: `${name}@example.com`, fullName: 'Sample Person', passwordHash };
      await users.create({ realmId }, made);
    }
    const spies = [
      jest.spyOn(DirectoryClient.prototype, 'bind'),
      jest.spyOn(DirectoryClient.prototype, 'search'),
      jest.spyOn(app.app.get(Passwords), 'matches'),
    ] as const;
    const attempt = async (username: string, password: string): Promise<unknown> => {
      for (const spy of spies) spy.mockClear();
      const asked = { method: 'POST', path: '/api/v1/fetch_api_key', host };
      const answer = await exchange(app, { ...asked, fields: { username, password } });
      return { ...(seen(answer) as object), work: spies.map((spy) => spy.mock.calls.length) };
    };
    try {
      const expected = await attempt('nobody', 'a wrong password');
      expect(expected).toMatchObject({ status: 401, work: [2, 2, 1] });
      for (const [username, password] of [
        ['insider', 'a wrong password'],
        ['insider@example.com', 'a wrong password'],
        ['outsider', 'a wrong password'],
        ['outsider', DIRECTORY_PASSWORD],
        ['addressless', DIRECTORY_PASSWORD],
        ['kept-here@example.com', 'a wrong password'],
        ['*', 'a wrong password'],
      ] as const) {
        expect(await attempt(username, password)).toEqual(expected);
      }
      expect(await attempt('insider', DIRECTORY_PASSWORD)).toMatchObject({ status: 200 });
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  });
});
