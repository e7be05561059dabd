// Passwords: logging in on the page, changing and resetting them, and what stays secret.
import { describe, expect, it, jest } from '@jest/globals';
import { Passwords } from '#modules/auth/passwords/passwords.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { Database } from '#platform/database/database.js';
import { sharedMailApp, sharedTestApp, startTestApp, type TestApp } from './app.js';
import { Browser } from './browser.js';
import { changeRealmSettings, createRealm, type TestRealm, unique } from './factories.js';
import { runJobs } from './run-jobs.js';

const PASSWORD = 'correct horse battery staple';
const NEW_PASSWORD = 'quite another password';
const { test, sink } = await sharedMailApp();

interface Person {
  userId: number;
  email: string;
  apiKey: string;
}

interface Scene {
  realm: TestRealm;
  person: Person;
  browser: Browser;
}

async function scene(): Promise<Scene> {
  const realm = await createRealm(test);
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
  const person = { userId, email, apiKey };
  return { realm, person, browser: new Browser(test.port, realm.host) };
}

function canLogIn(realm: TestRealm, username: string, password: string): Promise<number> {
  return realm.anonymous.post('fetch_api_key', { username, password }).then(({ status }) => status);
}

describe('the login page', () => {
  it('logs in, redirects back, and logs out', async () => {
    const { person, browser } = await scene();
    const page = await browser.get('/accounts/login?next=%2Fapi%2Fv1%2Fusers%2Fme');
    expect(page.status).toBe(200);
    expect(page.text).toContain('value="/api/v1/users/me"');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    const login = { username: person.email, password: PASSWORD, next: '/api/v1/users/me' };
    const done = await browser.submit('/accounts/login', login);
    expect([done.status, done.location]).toEqual([303, '/api/v1/users/me']);
    expect((await browser.get('/api/v1/users/me')).text).toContain(person.email);
    const { csrf_token: csrf } = JSON.parse((await browser.get('/api/v1/session')).text) as {
      csrf_token: string;
    };
    expect((await browser.submit('/accounts/logout', {})).status).toBe(403);
    const out = await browser.submit('/accounts/logout', { csrfmiddlewaretoken: csrf });
    expect(out.status).toBe(303);
    expect(browser.cookies.size).toBe(0);
    expect((await browser.get('/api/v1/users/me')).status).toBe(302);
  });

  it.each(['/login', '/login/', '/accounts/login', '/accounts/login/'])(
    'is at %s, with the parameters of the address',
    async (path) => {
      const { person, browser } = await scene();
      const page = await browser.get(`${path}?next=%2Fapi%2Fv1%2Fusers%2Fme`);
      expect([page.status, page.location]).toEqual([200, undefined]);
      expect(page.text).toContain('value="/api/v1/users/me"');
      const done = await browser.submit(path, { username: person.email, password: PASSWORD });
      expect([done.status, done.location]).toEqual([303, '/']);
      const { csrf_token: csrfmiddlewaretoken = '' } = JSON.parse(
        (await browser.get('/json/session')).text,
      ) as Record<string, string>;
      const out = await browser.submit('/accounts/logout/', { csrfmiddlewaretoken });
      expect([out.status, browser.cookies.size]).toEqual([303, 0]);
    },
  );

  it('redirects to no other site', async () => {
    const { person, browser } = await scene();
    for (const next of ['https://elsewhere.example.com', '//elsewhere.example.com', '/\\x']) {
      const login = { username: person.email, password: PASSWORD, next };
      expect((await browser.submit('/accounts/login', login)).location).toBe('/');
    }
  });

  it('shows a general error, and escapes the input', async () => {
    const { person, browser } = await scene();
    const texts = new Set<string>();
    for (const username of [person.email, 'nobody@example.com']) {
      const form = { username, password: 'wrong password', next: '/"><script>' };
      const page = await browser.submit('/accounts/login', form);
      expect(page.status).toBe(401);
      expect(page.text).not.toContain('<script>');
      texts.add(page.text);
    }
    expect(texts.size).toBe(1);
    expect(browser.cookies.size).toBe(0);
  });

  it('does not log in for a page of another site', async () => {
    const { person, browser } = await scene();
    const login = { username: person.email, password: PASSWORD };
    const page = await browser.submit('/accounts/login', login, {
      Origin: 'https://elsewhere.example.com',
    });
    expect(page.status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });
});

async function resetLink(email: string): Promise<string> {
  await runJobs(test.app);
  const link = /\/accounts\/password\/reset\/[A-Za-z0-9]+/.exec(sink.to(email).at(-1) ?? '');
  return link?.[0] ?? '';
}

describe('a forgotten password', () => {
  it('is reset by an email, once, which ends all sessions', async () => {
    const { realm, person, browser } = await scene();
    await browser.submit('/accounts/login', { username: person.email, password: PASSWORD });
    const visitor = new Browser(test.port, realm.host);
    expect((await visitor.get('/accounts/password/reset')).text).toContain('type="email"');
    const asked = await visitor.submit('/accounts/password/reset', {
      email: ` ${person.email.toUpperCase()}`,
    });
    expect(asked.status).toBe(200);
    const link = await resetLink(person.email);
    const [email] = sink.to(person.email);
    expect(email).toContain(`http://${realm.host}${link}`);
    expect((await visitor.get(link)).text).toContain(person.email);
    expect((await visitor.submit(link, { password: 'short' })).status).toBe(400);
    expect((await visitor.submit(link, { password: person.email })).status).toBe(400);
    expect((await visitor.submit(link, { password: NEW_PASSWORD })).status).toBe(200);
    expect((await visitor.submit(link, { password: PASSWORD })).status).toBe(404);
    expect((await visitor.get(link)).status).toBe(404);
    expect(await canLogIn(realm, person.email, PASSWORD)).toBe(401);
    expect(await canLogIn(realm, person.email, NEW_PASSWORD)).toBe(200);
    test.clock.advance(6);
    expect((await browser.get('/api/v1/users/me')).status).toBe(401);
    expect((await realm.anonymous.as(person).get('users/me')).status).toBe(401);
  });

  it('does not reveal which addresses have an account', async () => {
    const { realm, person, browser } = await scene();
    await update('UPDATE users SET is_active = false WHERE id = $1', [person.userId]);
    const texts = new Set<string>();
    for (const email of [person.email, realm.owner.email, 'nobody@example.com', 'x']) {
      const page = await browser.submit('/accounts/password/reset', { email });
      expect(page.status).toBe(200);
      texts.add(page.text);
    }
    expect(texts.size).toBe(1);
    await runJobs(test.app);
    expect(sink.to(person.email)).toEqual([]);
    expect(sink.to('nobody@example.com')).toEqual([]);
    expect(sink.to(realm.owner.email)).toHaveLength(1);
  });

  it('is not reset by a link that is expired, of another organization, or superseded', async () => {
    const { realm, person, browser } = await scene();
    const { browser: other } = await scene();
    const ask = (): Promise<unknown> =>
      browser.submit('/accounts/password/reset', { email: person.email });
    await ask();
    const first = await resetLink(person.email);
    expect((await other.submit(first, { password: NEW_PASSWORD })).status).toBe(404);
    await ask();
    const second = await resetLink(person.email);
    expect((await browser.submit(first, { password: NEW_PASSWORD })).status).toBe(404);
    test.clock.advance(25 * 3600);
    expect((await browser.submit(second, { password: NEW_PASSWORD })).status).toBe(404);
    expect(await canLogIn(realm, person.email, PASSWORD)).toBe(200);
  });

  it('is not reset where passwords are disabled or the organization is deactivated', async () => {
    const { realm, person, browser } = await scene();
    await browser.submit('/accounts/password/reset', { email: person.email });
    const link = await resetLink(person.email);
    const isRefused = async (): Promise<void> => {
      expect((await browser.get(link)).status).toBe(400);
      expect((await browser.submit(link, { password: NEW_PASSWORD })).status).toBe(400);
    };
    await changeRealmSettings(test, realm, { authentication_methods: { Email: false } });
    await isRefused();
    await changeRealmSettings(test, realm, { authentication_methods: { Email: true } });
    await update('UPDATE realms SET deactivated = true WHERE id = $1', [realm.realmId]);
    test.clock.advance(6);
    await isRefused();
  });

  it('has a limit of requests', async () => {
    const limited = await startTestApp({ SMTP_URL: sink.url, RATE_LIMITS: 'on' });
    try {
      const { host } = await createRealm(limited);
      const browser = new Browser(limited.port, host);
      const ask = (): ReturnType<Browser['submit']> =>
        browser.submit('/accounts/password/reset', { email: 'person@example.com' });
      for (let i = 0; i < 3; i++) expect((await ask()).status).toBe(200);
      const page = await ask();
      expect(page.status).toBe(429);
      expect(page.headers['content-type']).toContain('text/html');
    } finally {
      await limited.close();
    }
  });

  it('ends logins that started with the old one', async () => {
    const { realm, person, browser } = await scene();
    const visitor = new Browser(test.port, realm.host);
    const passwords = test.app.get(Passwords);
    const matches = passwords.matches.bind(passwords);
    const login = { username: person.email, password: PASSWORD };
    const replaceMeanwhile = async (newPassword: string): Promise<void> => {
      await visitor.submit('/accounts/password/reset', { email: person.email });
      const link = await resetLink(person.email);
      jest.spyOn(passwords, 'matches').mockImplementationOnce(async (hash, password) => {
        const isMatch = await matches(hash, password);
        expect((await visitor.submit(link, { password: newPassword })).status).toBe(200);
        return isMatch;
      });
    };
    try {
      await replaceMeanwhile(NEW_PASSWORD);
      expect((await browser.submit('/accounts/login', login)).status).toBe(401);
      expect(browser.cookies.size).toBe(0);
      await replaceMeanwhile('a third password');
      expect(await canLogIn(realm, person.email, NEW_PASSWORD)).toBe(401);
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('is not reset by an email from before a change of email or password, or a deactivation', async () => {
    const resetLinkOf = async ({ realm, person }: Scene): Promise<string> => {
      const visitor = new Browser(test.port, realm.host);
      await visitor.submit('/accounts/password/reset', { email: person.email });
      return resetLink(person.email);
    };
    const isRefused = async ({ browser }: Scene, link: string): Promise<void> => {
      expect(link).not.toBe('');
      expect((await browser.get(link)).status).toBe(404);
      expect((await browser.submit(link, { password: NEW_PASSWORD })).status).toBe(404);
    };
    const [moved, changed, away] = [await scene(), await scene(), await scene()];
    const links = [await resetLinkOf(moved), await resetLinkOf(changed), await resetLinkOf(away)];
    const address = { new_email: `${unique('new')}@example.com` };
    await update('UPDATE users SET can_change_user_emails = true WHERE id = $1', [
      moved.realm.owner.userId,
    ]);
    await moved.realm.owner.client.expect('PATCH', `users/${moved.person.userId}`, address);
    await changed.realm.anonymous.as(changed.person).expect('PATCH', 'settings', {
      old_password: PASSWORD,
      new_password: 'a third password',
    });
    const account = `users/${away.person.userId}`;
    await away.realm.owner.client.expect('DELETE', account);
    await away.realm.owner.client.expect('POST', `${account}/reactivate`);
    for (const [i, who] of [moved, changed, away].entries()) await isRefused(who, links[i]!);
  });
});

describe('a password that is easy to guess', () => {
  const NAME = 'Sample Person';
  async function guessable(app: TestApp): Promise<{ realm: TestRealm; email: string }> {
    const realm = await createRealm(app);
    const email = `${unique('person')}@${realm.host}`;
    // As chosen by an operator, or before a change of the name.
    const passwordHash = await app.app.get(Passwords).hash(NAME);
    await app.app
      .get(UsersService)
      .create({ realmId: realm.realmId }, { email, fullName: NAME, passwordHash });
    return { realm, email };
  }

  it('must be replaced by email, which is reported only for the correct password', async () => {
    const { realm, email } = await guessable(test);
    for (const path of ['fetch_api_key', 'session']) {
      const { status, body } = await realm.anonymous.post(path, {
        username: email,
        password: NAME,
      });
      expect([status, body['code']]).toEqual([401, 'PASSWORD_RESET_REQUIRED']);
      const wrong = await realm.anonymous.post(path, { username: email, password: PASSWORD });
      expect(wrong.body['code']).toBe('AUTHENTICATION_FAILED');
    }
    const browser = new Browser(test.port, realm.host);
    const page = await browser.submit('/accounts/login', { username: email, password: NAME });
    expect(page.status).toBe(401);
    expect(page.text).toContain('/accounts/password/reset');
    expect(browser.cookies.size).toBe(0);
    await browser.submit('/accounts/password/reset', { email });
    const link = await resetLink(email);
    expect((await browser.submit(link, { password: NAME })).status).toBe(400);
    expect((await browser.submit(link, { password: NEW_PASSWORD })).status).toBe(200);
    expect(await canLogIn(realm, email, NEW_PASSWORD)).toBe(200);
  });

  it('is accepted where no email can be sent', async () => {
    const silent = await sharedTestApp();
    const { realm, email } = await guessable(silent);
    expect(await canLogIn(realm, email, NAME)).toBe(200);
  });
});

describe('PATCH /settings with a new password', () => {
  it('needs the old one, and ends the other sessions', async () => {
    const { realm, person, browser } = await scene();
    const client = realm.anonymous.as(person);
    await browser.submit('/accounts/login', { username: person.email, password: PASSWORD });
    const change = { new_password: NEW_PASSWORD };
    const missing = await client.patch('settings', change);
    expect(missing.body).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'old_password',
    });
    const wrong = await client.patch('settings', { ...change, old_password: 'wrong password' });
    expect([wrong.status, wrong.body['code']]).toEqual([400, 'BAD_REQUEST']);
    const short = { old_password: PASSWORD, new_password: 'short' };
    expect((await client.patch('settings', short)).status).toBe(400);
    expect(await canLogIn(realm, person.email, PASSWORD)).toBe(200);
    const right = await client.patch('settings', { ...change, old_password: PASSWORD });
    expect(right.body).toEqual({ result: 'success', msg: '' });
    expect(await canLogIn(realm, person.email, NEW_PASSWORD)).toBe(200);
    expect(await canLogIn(realm, person.email, PASSWORD)).toBe(401);
    test.clock.advance(6);
    expect((await browser.get('/api/v1/users/me')).status).toBe(401);
    expect((await client.get('users/me')).status).toBe(200);
  });

  it('is for the own account only, and not for bots', async () => {
    const { realm, person } = await scene();
    const change = { old_password: PASSWORD, new_password: NEW_PASSWORD };
    const { status } = await realm.owner.client.patch('settings', {
      ...change,
      target_users: { user_ids: [person.userId] },
    });
    expect(status).toBe(400);
    expect((await realm.owner.client.patch('settings', change)).status).toBe(400);
  });
});

it('a wrong password is compared with a hash of equal cost for unknown and known users', async () => {
  const { realm, person } = await scene();
  const compare = jest.spyOn(test.app.get(Passwords), 'matches');
  try {
    await canLogIn(realm, person.email, 'wrong password');
    await canLogIn(realm, unique('nobody'), 'wrong password');
    expect(compare.mock.calls).toEqual([
      [expect.stringMatching(/^\$argon2id\$/), 'wrong password'],
      [undefined, 'wrong password'],
    ]);
  } finally {
    compare.mockRestore();
  }
});

it('failed logins are counted for their client address, successful ones are not', async () => {
  const limited = await startTestApp({ RATE_LIMITS: 'on' });
  try {
    const realm = await createRealm(limited);
    const users = limited.app.get(UsersService);
    const email = 'person@example.com';
    await users.create(
      { realmId: realm.realmId },
      {
        email,
        fullName: 'Sample Person',
        passwordHash: await limited.app.get(Passwords).hash(PASSWORD),
      },
    );
    for (let i = 0; i < 10; i++) expect(await canLogIn(realm, email, PASSWORD)).toBe(200);
    for (let i = 0; i < 50; i++) {
      expect(await canLogIn(realm, `unknown${i}@example.com`, PASSWORD)).toBe(401);
    }
    const refused = await realm.anonymous.post('fetch_api_key', {
      username: email,
      password: PASSWORD,
    });
    expect([refused.status, refused.body['code']]).toEqual([429, 'RATE_LIMIT_HIT']);
  } finally {
    await limited.close();
  }
});

async function update(sql: string, values: unknown[]): Promise<void> {
  await test.app.get(Database).query(sql, values);
}
