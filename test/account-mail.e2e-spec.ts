// Emails about an account: logins from new devices, changed credentials, and the links that end such emails.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Passwords } from '#modules/auth/passwords/passwords.service.js';
import { UsersService } from '#modules/users/users/users.service.js';
import { sharedMailApp } from './app.js';
import { Browser } from './browser.js';
import { createRealm, type TestRealm, unique } from './factories.js';
import { runJobs } from './run-jobs.js';
import { exchange, type TextAnswer } from './security-scene.js';

const PASSWORD = 'correct horse battery staple';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const { test, sink } = await sharedMailApp();

interface Person {
  realm: TestRealm;
  email: string;
}

let person: Person;

beforeEach(async () => {
  sink.empty();
  const realm = await createRealm(test);
  const email = `${unique('person')}@example.com`;
  const passwordHash = await test.app.get(Passwords).hash(PASSWORD);
  const { realmId } = realm;
  await test.app
    .get(UsersService)
    .create({ realmId }, { email, fullName: 'Sample Person', passwordHash });
  person = { realm, email };
});

function logIn(userAgent: string, address = '203.0.113.7'): Promise<TextAnswer> {
  return exchange(test, {
    method: 'POST',
    path: '/api/v1/fetch_api_key',
    host: person.realm.host,
    fields: { username: person.email, password: PASSWORD },
    headers: { 'User-Agent': userAgent, 'X-Forwarded-For': address },
  });
}

async function mails(): Promise<string[]> {
  await runJobs(test.app);
  return sink.to(person.email);
}

async function apiKey(): Promise<string> {
  const { text } = await logIn('SampleProgram/1.0');
  return (JSON.parse(text) as { api_key: string }).api_key;
}

describe('a login', () => {
  it('from a new device is reported to the user by mail, once', async () => {
    await logIn('SampleProgram/1.0 (Linux)');
    test.clock.advance(61);
    await logIn('SampleProgram/1.0 (Linux)');
    expect(await mails()).toEqual([]);
    await logIn(FIREFOX, '203.0.113.99');
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    for (const part of ['New login to', '203.0.113.99', 'Linux', 'List-Unsubscribe-Post']) {
      expect(mail).toContain(part);
    }
    await logIn(FIREFOX, '203.0.113.99');
    expect(await mails()).toHaveLength(1);
    await logIn(FIREFOX, '198.51.100.1');
    expect(await mails()).toHaveLength(2);
  });

  it('is not reported to a user who turned these emails off, for which the link in the mail suffices', async () => {
    await logIn('SampleProgram/1.0');
    test.clock.advance(61);
    await logIn('OtherProgram/1.0');
    const [, url] = /List-Unsubscribe:\s+<([^>]+)>/.exec((await mails())[0]!)!;
    const path = new URL(url!).pathname;
    const browser = new Browser(test.port, person.realm.host);
    const asked = await browser.get(path);
    expect(asked).toMatchObject({ status: 200 });
    expect(asked.text).toContain('Do you want to stop');
    await logIn('ThirdProgram/1.0');
    expect(await mails()).toHaveLength(2);
    for (let turn = 0; turn < 2; turn++) {
      const done = await browser.submit(path, { 'List-Unsubscribe': 'One-Click' });
      expect(done).toMatchObject({ status: 200 });
    }
    await logIn('FourthProgram/1.0');
    expect(await mails()).toHaveLength(2);
  });
});

describe('an unsubscribe link', () => {
  it.each([
    ['of another kind', (path: string) => path.replace('/login/', '/digest/')],
    ['of an unknown kind', (path: string) => path.replace('/login/', '/toString/')],
    [
      'with a changed key',
      (path: string) => `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
    ],
    ['with the id of another user', (path: string) => path.replace(/login\/\d+/, 'login/1')],
    ['that is cut', (path: string) => path.slice(0, -5)],
  ])('%s does not work', async (_, change) => {
    await logIn('SampleProgram/1.0');
    test.clock.advance(61);
    await logIn('OtherProgram/1.0');
    const [, url] = /List-Unsubscribe:\s+<([^>]+)>/.exec((await mails())[0]!)!;
    const path = change(new URL(url!).pathname);
    const browser = new Browser(test.port, person.realm.host);
    expect(await browser.get(path)).toMatchObject({ status: 404 });
    expect(await browser.submit(path, {})).toMatchObject({ status: 404 });
    await logIn('ThirdProgram/1.0');
    expect(await mails()).toHaveLength(2);
  });
});

describe('a change of credentials', () => {
  it.each([
    [
      'PATCH',
      '/api/v1/settings',
      { old_password: PASSWORD, new_password: `${PASSWORD} 2` },
      'password',
    ],
    ['POST', '/api/v1/users/me/api_key/regenerate', {}, 'API key'],
  ])('by %s %s is reported to the user by mail', async (method, path, fields, name) => {
    const credentials = Buffer.from(`${person.email}:${await apiKey()}`).toString('base64');
    const answer = await exchange(test, {
      method,
      path,
      host: person.realm.host,
      fields,
      headers: { Authorization: `Basic ${credentials}` },
    });
    expect(answer.status).toBe(200);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toContain(`Your ${name} for`);
  });
});
