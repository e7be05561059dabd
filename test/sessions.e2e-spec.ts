// Browser sessions: how they begin and end, and that other sites, other organizations and deactivated
// users cannot use them.
import { afterAll, afterEach, describe, expect, it, jest } from '@jest/globals';
import { Passwords } from '#modules/auth/passwords/passwords.service.js';
import { AuthenticationRepository } from '#modules/auth/authentication/authentication.repository.js';
import { AuthorizedClientsRepository } from '#modules/auth/authentication/authorized-clients.repository.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { Database } from '#platform/database/database.js';
import { LongPolls } from '#platform/event-log/long-polls.js';
import { Authentication } from '#platform/http/authentication.js';
import { startTestApp, sharedTestApp, type TestServer } from './app.js';
import { type Answer, Client, type Parameters } from './client.js';
import { assertResponseMatches } from './contract.js';
import { until } from './event-queue.js';
import { changeRealmSettings, createRealm, type TestRealm, unique } from './factories.js';

const PASSWORD = 'correct horse battery staple';
const test = await sharedTestApp();
const another = await test.startAnother();
afterEach(() => test.clock.resume());
afterAll(() => another.close());

interface Person {
  userId: number;
  email: string;
  apiKey: string;
}

async function createPerson(realm: TestRealm): Promise<Person> {
  const users = test.app.get(UsersService);
  const email = `${unique('person')}@${realm.host}`;
  const { id: userId, apiKey } = await users.create(
    { realmId: realm.realmId },
    {
      email,
      fullName: 'Sample Person',
      passwordHash: await test.app.get(Passwords).hash(PASSWORD),
    },
  );
  return { userId, email, apiKey };
}

interface Browser {
  cookie: string;
  csrf: string;
  send(method: string, path: string, headers?: Record<string, string>): Promise<Answer>;
  /** A request with the CSRF token. */
  write(method: string, path: string, parameters?: Parameters): Promise<Answer>;
}

async function logIn(realm: TestRealm, email: string, client = realm.anonymous): Promise<Browser> {
  const answer = await client.post('session', { username: email, password: PASSWORD });
  expect(answer.status).toBe(200);
  const cookie = cookieOf(answer);
  const csrf = answer.body['csrf_token'] as string;
  const send: Browser['send'] = (method, path, headers = {}) =>
    client.raw(method, `/api/v1/${path}`, { headers: { Cookie: cookie, ...headers } });
  return {
    cookie,
    csrf,
    send,
    write: (method, path, parameters = {}) =>
      client.raw(method, `/api/v1/${path}`, {
        body: new URLSearchParams(parameters as Record<string, string>).toString(),
        headers: {
          Cookie: cookie,
          'X-CSRFToken': csrf,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
      }),
  };
}

function cookieOf({ headers }: Answer): string {
  const [cookie = ''] = headers['set-cookie'] as string[];
  return cookie.split(';', 1)[0] ?? '';
}

async function scene(): Promise<{ realm: TestRealm; person: Person; browser: Browser }> {
  const realm = await createRealm(test);
  const person = await createPerson(realm);
  return { realm, person, browser: await logIn(realm, person.email) };
}

/** Resolves when the response is 401. The clock should be paused, so that no cached account expires. */
function loggedOut(ask: () => Promise<Answer>): Promise<void> {
  return until(async () => (await ask()).status === 401);
}

/** Resolves when `count` polls wait there. */
async function waiting({ app }: TestServer, count: number): Promise<void> {
  const polls = app.get(LongPolls);
  while (polls.waitingCount !== count) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('a browser session', () => {
  it('is accepted in place of an API key, and ends at logout', async () => {
    const { person, browser } = await scene();
    const me = await browser.send('GET', 'users/me');
    expect(me.body).toMatchObject({ result: 'success', user_id: person.userId });
    expect((await browser.send('GET', 'session')).body).toMatchObject({
      csrf_token: browser.csrf,
      email: person.email,
    });
    const out = await browser.write('DELETE', 'session');
    expect(out.body).toEqual({ result: 'success', msg: '' });
    expect(cookieOf(out)).toBe('parley_session=');
    const refused = await browser.send('GET', 'users/me');
    expect(refused.status).toBe(401);
    expect(refused.body['code']).toBe('UNAUTHORIZED');
    expect(refused.headers['www-authenticate']).toBe('Session realm="zulip"');
  });

  it('is in a cookie that scripts cannot read, with the __Host prefix over https', async () => {
    const safe = await startTestApp({ EXTERNAL_URL: 'https://parley.test' });
    try {
      const realm = await createRealm(safe);
      const users = safe.app.get(UsersService);
      const passwordHash = await safe.app.get(Passwords).hash(PASSWORD);
      const email = 'person@example.com';
      await users.create({ realmId: realm.realmId }, { email, fullName: 'Sample', passwordHash });
      const answer = await realm.anonymous.post('session', { username: email, password: PASSWORD });
      const [cookie] = answer.headers['set-cookie'] as string[];
      expect(cookie).toMatch(/^__Host-parley_session=[A-Za-z0-9]{43};/);
      for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) {
        expect(cookie).toContain(part);
      }
      expect(cookie).not.toContain('Domain');
    } finally {
      await safe.close();
    }
  });

  it('is created at login, also if the browser has a session', async () => {
    const { realm, person, browser } = await scene();
    const planted = `parley_session=${'x'.repeat(43)}`;
    const answer = await realm.anonymous.raw('POST', '/api/v1/session', {
      body: new URLSearchParams({ username: person.email, password: PASSWORD }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: planted },
    });
    expect(answer.status).toBe(200);
    expect(cookieOf(answer)).not.toBe(planted);
    expect(cookieOf(answer)).not.toBe(browser.cookie);
    const fixed = await realm.anonymous.raw('GET', '/api/v1/users/me', {
      headers: { Cookie: planted },
    });
    expect(fixed.status).toBe(401);
  });

  it('is invalid in another organization', async () => {
    const { browser } = await scene();
    const other = await createRealm(test);
    const answer = await other.anonymous.raw('GET', '/api/v1/users/me', {
      headers: { Cookie: browser.cookie },
    });
    expect(answer.status).toBe(401);
  });

  it('is stored with a hash of its token only', async () => {
    const { browser } = await scene();
    const token = browser.cookie.split('=')[1]!;
    const rows = await test.app
      .get(Database)
      .query<{ row: string }>(`SELECT c::text AS row FROM authorized_clients c`);
    for (const { row } of rows) {
      expect(row).not.toContain(token);
      expect(row).not.toContain(Buffer.from(token).toString('hex'));
    }
  });

  it('expires after two weeks without use', async () => {
    const { browser } = await scene();
    test.clock.advance(13 * 24 * 3600);
    expect((await browser.send('GET', 'users/me')).status).toBe(200);
    test.clock.advance(13 * 24 * 3600);
    expect((await browser.send('GET', 'users/me')).status).toBe(200);
    test.clock.advance(14 * 24 * 3600);
    expect((await browser.send('GET', 'users/me')).status).toBe(401);
  });

  it('reports the state of the account or the organization', async () => {
    const { realm, person, browser } = await scene();
    const { browser: second, realm: closed } = await scene();
    await update('UPDATE users SET is_active = false WHERE id = $1', [person.userId]);
    await update('UPDATE realms SET deactivated = true WHERE id = $1', [closed.realmId]);
    test.clock.advance(6);
    expect((await browser.send('GET', 'users/me')).body['code']).toBe('USER_DEACTIVATED');
    expect((await second.send('GET', 'users/me')).body['code']).toBe('REALM_DEACTIVATED');
    expect(realm.host).not.toBe(closed.host);
  });

  it('ends for a deactivated user on every process', async () => {
    const { realm, person, browser } = await scene();
    test.clock.pause();
    const elsewhere = new Client(another.port, realm.host);
    const there = (): Promise<Answer> =>
      elsewhere.raw('GET', '/api/v1/users/me', { headers: { Cookie: browser.cookie } });
    const withKey = elsewhere.as(person);
    expect((await there()).status).toBe(200);
    expect((await withKey.get('users/me')).status).toBe(200);
    await realm.owner.client.expect('DELETE', `users/${person.userId}`);
    expect((await browser.send('GET', 'users/me')).status).toBe(401);
    await loggedOut(there);
    await loggedOut(() => withKey.get('users/me'));
  });
});

it('polls of a deactivated user end on every process', async () => {
  const { realm, person } = await scene();
  const polls = [];
  for (const port of [test.port, another.port]) {
    const client = new Client(port, realm.host).as(person);
    const { queue_id, last_event_id } = await client.expect('POST', 'register');
    polls.push(client.get('events', { queue_id, last_event_id }));
  }
  await waiting(test, 1);
  await waiting(another, 1);
  await realm.owner.client.expect('DELETE', `users/${person.userId}`);
  // The responses do not reveal that the user is deactivated.
  for (const { body } of await Promise.all(polls)) expect(body['events'] ?? []).toEqual([]);
  await waiting(test, 0);
  await waiting(another, 0);
});

it('a session is not restored with a reactivated account', async () => {
  const { realm, person, browser } = await scene();
  await realm.owner.client.expect('DELETE', `users/${person.userId}`);
  await realm.owner.client.expect('POST', `users/${person.userId}/reactivate`);
  const { status, body } = await browser.send('GET', 'users/me');
  expect([status, body['code']]).toEqual([401, 'UNAUTHORIZED']);
});

describe('a write with a browser session', () => {
  it.each([
    [{}, 'website', ['read']],
    [{ client: 'a bot' }, 'a bot', []],
  ])('with the parameters %j is by the client %s', async (parameters, client, flags) => {
    const { browser, person } = await scene();
    const { body } = await browser.write('POST', 'messages', {
      type: 'direct',
      to: JSON.stringify([person.userId]),
      content: 'hello',
      ...parameters,
    });
    const { message } = (await browser.send('GET', `messages/${body['id'] as number}`)).body;
    expect(message).toMatchObject({ client, flags });
  });

  it('needs the CSRF token of this session', async () => {
    const { realm, person, browser } = await scene();
    const { csrf: foreign } = await logIn(realm, person.email);
    const attempts: Record<string, string>[] = [
      {},
      { 'X-CSRFToken': '' },
      { 'X-CSRFToken': foreign },
    ];
    for (const headers of attempts) {
      const { status, body } = await browser.send(
        'DELETE',
        'users/me/authorized_clients/1',
        headers,
      );
      expect([status, body['code']]).toEqual([403, 'CSRF_FAILED']);
      expect(typeof body['reason']).toBe('string');
    }
    const answer = await browser.write('POST', 'users/me/authorized_clients/terminate_others');
    expect(answer.status).toBe(200);
  });

  it('is refused from a page of another site, even with the token', async () => {
    const { browser } = await scene();
    const { status, body } = await browser.send('POST', 'typing', {
      'X-CSRFToken': browser.csrf,
      Origin: 'https://elsewhere.example.com',
    });
    expect([status, body['code']]).toEqual([403, 'CSRF_FAILED']);
  });

  it('cannot be hidden by the method of a form', async () => {
    const { realm, browser } = await scene();
    const { status } = await realm.anonymous.raw('POST', '/api/v1/users/me', {
      body: 'method=DELETE',
      headers: {
        Cookie: browser.cookie,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
    });
    expect(status).toBe(403);
    expect((await browser.send('GET', 'users/me')).status).toBe(200);
  });
});

it('logging in is refused from another site', async () => {
  const { realm, person } = await scene();
  const answer = await realm.anonymous.raw('POST', '/api/v1/session', {
    body: new URLSearchParams({ username: person.email, password: PASSWORD }).toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: 'https://elsewhere.example.com',
    },
  });
  expect([answer.status, answer.body['code']]).toEqual([403, 'CSRF_FAILED']);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

it('a browser that opens a page is redirected to the login', async () => {
  const { realm } = await scene();
  const answer = await realm.anonymous.raw('GET', '/api/v1/users/me?x=1', {
    headers: { Accept: 'text/html,application/xhtml+xml' },
  });
  expect(answer.status).toBe(302);
  expect(answer.headers['location']).toBe('/accounts/login?next=%2Fapi%2Fv1%2Fusers%2Fme%3Fx%3D1');
});

it('the user of a session is cached', async () => {
  const { realm, person, browser } = await scene();
  const authentication = test.app.get(Authentication);
  const identity = await authentication.findRealm(realm.host);
  const token = browser.cookie.split('=')[1]!;
  const ways = [
    () => authentication.authenticate(identity!, person.email, person.apiKey),
    () => authentication.authenticateSession(identity!, token),
  ];
  for (const way of ways) await way();
  const questions = [
    jest.spyOn(test.app.get(AuthenticationRepository), 'findByApiKeyHash'),
    jest.spyOn(test.app.get(AuthorizedClientsRepository), 'useSession'),
  ];
  try {
    for (const way of ways) await way();
    for (const question of questions) expect(question).not.toHaveBeenCalled();
  } finally {
    for (const question of questions) question.mockRestore();
  }
});

describe('/json', () => {
  const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

  it('serves a session with the operations of the API', async () => {
    const { realm, person, browser } = await scene();
    const headers = { Cookie: browser.cookie };
    const me = await realm.anonymous.raw('GET', '/json/users/me?client_gravatar=true', { headers });
    expect([me.status, me.body['user_id']]).toEqual([200, person.userId]);
    expect(me.headers['access-control-allow-origin']).toBeUndefined();
    const changed = await realm.anonymous.raw('POST', '/json/settings', {
      body: 'method=PATCH&full_name=Another%20Name',
      headers: { ...headers, ...FORM, 'X-CSRFToken': browser.csrf },
    });
    expect(changed.body).toEqual({ result: 'success', msg: '' });
    const { body } = await realm.anonymous.raw('GET', '/json/users/me', { headers });
    expect(body['full_name']).toBe('Another Name');
  });

  it.each(['/json/users/me', '/json/fetch_api_key'])(
    '%s needs the CSRF token for a write',
    async (path) => {
      const { realm, browser } = await scene();
      const headers = { Cookie: browser.cookie, ...FORM };
      const attempts: Record<string, string>[] = [{}, { 'X-CSRFToken': 'x' }];
      for (const extra of attempts) {
        const answer = await realm.anonymous.raw('POST', path, {
          body: path.endsWith('me') ? 'method=DELETE' : `password=${encodeURIComponent(PASSWORD)}`,
          headers: { ...headers, ...extra },
        });
        expect([answer.status, answer.body['code']]).toEqual([403, 'CSRF_FAILED']);
      }
    },
  );

  it('accepts no API key, and ignores one beside a session', async () => {
    const { realm, person, browser } = await scene();
    const program = realm.anonymous.as(person);
    for (const [method, path] of [
      ['GET', '/json/users/me'],
      ['POST', '/json/fetch_api_key'],
      ['POST', '/json/register'],
    ] as const) {
      const answer = await program.raw(method, path);
      expect([answer.status, answer.body['code']]).toEqual([401, 'UNAUTHORIZED']);
      expect(answer.headers['www-authenticate']).toBe('Session realm="zulip"');
    }
    const both = await realm.owner.client.raw('GET', '/json/users/me', {
      headers: { Cookie: browser.cookie },
    });
    expect(both.body['user_id']).toBe(person.userId);
  });

  it('has no other addresses than the API', async () => {
    const { realm, browser } = await scene();
    const headers = { Cookie: browser.cookie };
    for (const path of ['/json', '/json/', '/json/unknown', '/json//users/me', '/json/users/me/']) {
      expect((await realm.anonymous.raw('GET', path, { headers })).status).toBe(404);
    }
    const { status, body } = await realm.anonymous.raw('GET', '/json/fetch_api_key', { headers });
    expect([status, body['allowed_methods']]).toEqual([405, ['POST']]);
  });
});

describe('POST /json/fetch_api_key', () => {
  const fetchKey = async (
    realm: TestRealm,
    { cookie, csrf }: Browser,
    password?: string,
  ): Promise<Answer> => {
    const answer = await realm.anonymous.raw('POST', '/json/fetch_api_key', {
      body: new URLSearchParams(password === undefined ? {} : { password }).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Cookie: cookie,
        'X-CSRFToken': csrf,
      },
    });
    assertResponseMatches('POST', '/json/fetch_api_key', answer.status, answer.body);
    return answer;
  };

  it('returns the API key for the password of the user', async () => {
    const { realm, person, browser } = await scene();
    expect((await fetchKey(realm, browser, PASSWORD)).body).toMatchObject({
      api_key: person.apiKey,
      email: person.email,
      user_id: person.userId,
    });
    for (const password of ['a wrong password', '', undefined]) {
      const { status, body } = await fetchKey(realm, browser, password);
      expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
    }
    expect((await browser.send('GET', 'users/me')).status).toBe(200);
  });

  it('needs no password in an organization without passwords', async () => {
    const { realm, person, browser } = await scene();
    await changeRealmSettings(test, realm, { authentication_methods: { Email: false } });
    expect((await fetchKey(realm, browser)).body['api_key']).toBe(person.apiKey);
  });
});

describe('authorized clients', () => {
  const list = async (browser: Browser): Promise<{ id: number; is_current: boolean }[]> => {
    const { body } = await browser.send('GET', 'users/me/authorized_clients');
    return body['authorized_clients'] as { id: number; is_current: boolean }[];
  };

  it('are the sessions of a user and the programs with the API key', async () => {
    const { realm, person, browser } = await scene();
    const program = realm.anonymous.as(undefined, 'SampleApp/3.1 (Linux)');
    for (let i = 0; i < 2; i++) {
      await program.expect('POST', 'fetch_api_key', { username: person.email, password: PASSWORD });
    }
    const client = realm.anonymous.as(person);
    const { authorized_clients: seen } = await client.expect('GET', 'users/me/authorized_clients');
    expect(seen).toMatchObject([
      { kind: 'session', client_name: 'ParleyTest', platform: null, is_current: false },
      { kind: 'api_key', client_name: 'SampleApp', platform: 'Linux', ip_address: '127.0.0.1' },
    ]);
    expect((await list(browser)).map((one) => one.is_current)).toEqual([true, false]);
  });

  it('are revoked one by one, on every process', async () => {
    const { realm, person, browser } = await scene();
    test.clock.pause();
    const second = await logIn(realm, person.email);
    const elsewhere = new Client(another.port, realm.host);
    const there = (): Promise<Answer> =>
      elsewhere.raw('GET', '/api/v1/users/me', { headers: { Cookie: second.cookie } });
    expect((await there()).status).toBe(200);
    const [own, other] = await list(browser);
    const refused = await browser.write('DELETE', `users/me/authorized_clients/${own!.id}`);
    expect(refused.status).toBe(400);
    const done = await browser.write('DELETE', `users/me/authorized_clients/${other!.id}`);
    expect(done.status).toBe(200);
    await loggedOut(there);
    expect((await browser.send('GET', 'users/me')).status).toBe(200);
  });

  it('exclude programs with a former API key, except the one that requested the new', async () => {
    const { realm, person, browser } = await scene();
    const login = { username: person.email, password: PASSWORD };
    for (const name of ['SampleApp/3.1', 'OtherApp/1.0']) {
      await realm.anonymous.as(undefined, name).expect('POST', 'fetch_api_key', login);
    }
    expect(await list(browser)).toHaveLength(3);
    const { api_key: apiKey } = await realm.anonymous
      .as(person, 'OtherApp/1.0')
      .expect('POST', 'users/me/api_key/regenerate');
    expect(await list(browser)).toMatchObject([
      { kind: 'session' },
      { kind: 'api_key', client_name: 'OtherApp' },
    ]);
    const { body } = await browser.write('POST', 'users/me/api_key/regenerate');
    expect(body['api_key']).not.toBe(apiKey);
    expect(await list(browser)).toMatchObject([{ kind: 'session', is_current: true }]);
  });

  it('that are programs are logged out by a new API key', async () => {
    const { realm, person, browser } = await scene();
    test.clock.pause();
    const login = { username: person.email, password: PASSWORD };
    await realm.anonymous.expect('POST', 'fetch_api_key', login);
    const [, program] = await list(browser);
    const path = `users/me/authorized_clients/${program!.id}`;
    const client = realm.anonymous.as(person);
    expect((await client.delete(path)).status).toBe(400);
    expect((await browser.write('DELETE', path)).status).toBe(200);
    await loggedOut(() => client.get('users/me'));
    expect(await list(browser)).toHaveLength(1);
  });

  it('of other users are like unknown ones', async () => {
    const { browser } = await scene();
    const { browser: other } = await scene();
    const [foreign] = await list(other);
    for (const id of [foreign!.id, 2_147_483_647]) {
      const answer = await browser.write('DELETE', `users/me/authorized_clients/${id}`);
      expect([answer.status, answer.body['code']]).toEqual([404, 'BAD_REQUEST']);
    }
    expect((await other.send('GET', 'users/me')).status).toBe(200);
  });

  it('can all be ended except the current one', async () => {
    const { realm, person, browser } = await scene();
    test.clock.pause();
    const others = [await logIn(realm, person.email), await logIn(realm, person.email)];
    await browser.write('POST', 'users/me/authorized_clients/terminate_others');
    for (const other of others) await loggedOut(() => other.send('GET', 'users/me'));
    expect(await list(browser)).toHaveLength(1);
  });
});

async function update(sql: string, values: unknown[]): Promise<void> {
  await test.app.get(Database).query(sql, values);
}
