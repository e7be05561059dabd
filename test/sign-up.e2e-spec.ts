// Accounts without an invitation, and the page at the address of an organization.
import { describe, expect, it } from '@jest/globals';
import { sharedMailApp, sharedTestApp, type TestApp } from './app.js';
import { Browser } from './browser.js';
import {
  changeRealmSettings,
  createRealm,
  createUser,
  type TestRealm,
  unique,
} from './factories.js';
import { PASSWORD, userOf } from './invitation-scene.js';
import { runJobs } from './run-jobs.js';
import { observersOf, verifyEvents } from './verify-events.js';

const { test, sink } = await sharedMailApp();
const PATH = '/accounts/register';
const FORM = { full_name: 'Sample Joiner', password: PASSWORD };

async function openRealm(app: TestApp): Promise<{ realm: TestRealm; browser: Browser }> {
  const realm = await createRealm(app);
  await realm.owner.client.expect('PATCH', 'realm', { invite_required: false });
  return { realm, browser: new Browser(app.port, realm.host) };
}

const newEmail = (): string => `${unique('new')}@example.com`;

/** The path of the link in the newest email to the address. */
async function linkIn(email: string): Promise<string> {
  await runJobs(test.app);
  const [, path] = /(\/accounts\/register\/\w+)/.exec(sink.to(email).at(-1) ?? '') ?? [];
  if (path === undefined) throw new Error('There is no link');
  return path;
}

describe('the sign-up page', () => {
  it('confirms the address and creates an account with a password, logged in', async () => {
    const { realm, browser } = await openRealm(test);
    const email = newEmail();
    const page = await browser.get(PATH);
    expect([page.status, page.text.includes('name="password"')]).toEqual([200, false]);
    expect((await browser.submit(PATH, { email })).status).toBe(200);
    expect((await realm.owner.client.get(`users/${email}`)).status).toBe(400);
    const link = await linkIn(email);
    const form = await browser.get(link);
    expect(form.text).toContain(email);
    expect(form.text).toContain('name="password"');
    await verifyEvents(test, observersOf(realm, { owner: realm.owner }), async () => {
      const done = await browser.submit(link, FORM);
      expect([done.status, done.text.includes(`http://${realm.host}`)]).toEqual([200, true]);
    });
    expect(browser.cookies.size).toBeGreaterThan(0);
    expect(await userOf(realm, email)).toMatchObject({ full_name: FORM.full_name, role: 400 });
    await realm.anonymous.expect('POST', 'fetch_api_key', { username: email, password: PASSWORD });
    expect((await browser.submit(link, FORM)).status).toBe(404);
  });

  it('does not reveal whether an address has an account', async () => {
    const { realm, browser } = await openRealm(test);
    const member = await createUser(test, realm);
    const answers: string[] = [];
    for (const email of [newEmail(), member.email]) {
      const { status, text } = await browser.submit(PATH, { email });
      expect(status).toBe(200);
      answers.push(text.replaceAll(email, ''));
    }
    expect(new Set(answers).size).toBe(1);
    await runJobs(test.app);
    expect(sink.to(member.email)[0]).toContain('already have an account');
    expect(sink.to(member.email)[0]).not.toContain(PATH);
  });

  it('asks for everything at once if the server sends no mail', async () => {
    const without = await sharedTestApp();
    const { realm, browser } = await openRealm(without);
    const email = newEmail();
    const { text } = await browser.get(PATH);
    for (const name of ['email', 'full_name', 'password']) expect(text).toContain(`name="${name}"`);
    expect((await browser.submit(PATH, { ...FORM, email, password: 'short' })).status).toBe(400);
    expect((await browser.submit(PATH, { ...FORM, email })).status).toBe(200);
    expect(await userOf(realm, email)).toMatchObject({ role: 400 });
    const again = await browser.submit(PATH, { ...FORM, email });
    expect([again.status, again.text.includes('role="alert"')]).toEqual([400, true]);
  });

  it('accepts only addresses that the organization allows, from its own pages', async () => {
    const { realm, browser } = await openRealm(test);
    for (const email of ['', 'nobody', 'a@mailinator.com']) {
      expect((await browser.submit(PATH, { email })).status).toBe(400);
    }
    const email = newEmail();
    const foreign = { Origin: 'https://evil.example.com' };
    expect((await browser.submit(PATH, { email }, foreign)).status).toBe(403);
    await browser.submit(PATH, { email });
    const link = await linkIn(email);
    const other = new Browser(test.port, (await openRealm(test)).realm.host);
    for (const [visitor, path] of [
      [other, link],
      [browser, `${link}x`],
    ] as const) {
      expect((await visitor.get(path)).status).toBe(404);
      expect((await visitor.submit(path, FORM)).status).toBe(404);
    }
    test.clock.advance(24 * 3600 + 1);
    expect((await browser.submit(link, FORM)).status).toBe(404);
    expect((await realm.owner.client.get(`users/${email}`)).status).toBe(400);
  });

  it('is closed where an invitation is required or passwords are off', async () => {
    const { realm, browser } = await openRealm(test);
    const email = newEmail();
    await browser.submit(PATH, { email });
    const link = await linkIn(email);
    const isOffered = async (): Promise<boolean> =>
      (await browser.get('/accounts/login')).text.includes(PATH);
    expect(await isOffered()).toBe(true);
    for (const settings of [
      { invite_required: true },
      { invite_required: false, authentication_methods: { Email: false, LDAP: true } },
    ]) {
      await changeRealmSettings(test, realm, settings);
      expect(await isOffered()).toBe(false);
      for (const path of [PATH, link]) {
        expect((await browser.get(path)).status).toBe(403);
        expect((await browser.submit(path, { ...FORM, email })).status).toBe(403);
      }
    }
  });
});

describe('the page at the address of an organization', () => {
  it('lists suitable clients, the URL to enter, and how to get an account', async () => {
    const realm = await createRealm(test);
    const browser = new Browser(test.port, realm.host);
    const { status, text } = await browser.get('/');
    expect(status).toBe(200);
    for (const part of [`http://${realm.host}`, 'Sample Organization', '/api/v1/bots']) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain(PATH);
    await realm.owner.client.expect('PATCH', 'realm', { invite_required: false });
    expect((await browser.get('/')).text).toContain(PATH);
    await realm.owner.client.expect('POST', 'realm/deactivate');
    expect((await browser.get('/')).status).toBe(410);
  });
});
