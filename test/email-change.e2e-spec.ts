import { describe, expect, it, jest } from '@jest/globals';
import { request } from 'node:http';
import { Database } from '#platform/database/database.js';
import { MailOutbox } from '#platform/mail/mail-outbox.js';
import {
  changeRealmSettings,
  createRealm,
  createUser,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { runJobs } from './run-jobs.js';
import { observersOf, verifyEvents } from './verify-events.js';
import { sharedMailApp, sharedTestApp } from './app.js';
import { createScene } from './scene.js';

const { test, sink } = await sharedMailApp();

const refused = { status: 400, body: { code: 'BAD_REQUEST' } };

interface Scene {
  realm: TestRealm;
  member: TestUser;
  newEmail: string;
}

async function scene(): Promise<Scene> {
  const { realm, member } = await createScene(test, { member: {} });
  return { realm, member, newEmail: `${unique('New')}@example.com` };
}

/** The path of the link in the newest email to the address. */
async function linkTo(email: string): Promise<string> {
  await runJobs(test.app);
  const text = sink.to(email).at(-1) ?? '';
  const [, path] = /http:\/\/[^/\s"]+(\/accounts\/confirm_new_email\/\w+)/.exec(text) ?? [];
  if (path === undefined) throw new Error(`There is no link in ${text}`);
  return path;
}

function open(
  method: 'GET' | 'POST',
  { realm }: Scene,
  path: string,
  host = realm.host,
): Promise<{ status: number; text: string }> {
  const address = `http://127.0.0.1:${test.port}${path}`;
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method, headers: { Host: host } }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

describe('a change of the own email', () => {
  it('takes effect when its link is opened and confirmed', async () => {
    const who = await scene();
    const { realm, member, newEmail } = who;
    await member.client.expect('PATCH', 'settings', { email: newEmail });
    const { email } = await member.client.expect('GET', 'users/me');
    expect(email).toBe(member.email);
    const path = await linkTo(newEmail);
    expect(await open('GET', who, path)).toMatchObject({
      status: 200,
      text: expect.stringContaining(newEmail),
    });
    expect((await member.client.expect('GET', 'users/me'))['email']).toBe(member.email);
    const owner = realm.owner;
    await verifyEvents(test, observersOf(realm, { owner }), async () =>
      expect(await open('POST', who, path)).toMatchObject({ status: 200 }),
    );
    const client = realm.anonymous.as({ ...member, email: newEmail });
    expect(await client.expect('GET', 'users/me')).toMatchObject({
      email: newEmail,
      delivery_email: newEmail,
    });
    expect((await member.client.get('users/me')).status).toBe(401);
    await runJobs(test.app);
    expect(sink.to(member.email).at(-1)).toContain(newEmail);
    expect(await open('POST', who, path)).toMatchObject({ status: 400 });
    expect(await open('GET', who, path)).toMatchObject({ status: 404 });
  });

  it('is confirmed within a day, in the organization, and by the newest email', async () => {
    const who = await scene();
    const { member, newEmail } = who;
    await member.client.expect('PATCH', 'settings', { email: `first-${newEmail}` });
    const first = await linkTo(`first-${newEmail}`);
    await member.client.expect('PATCH', 'settings', { email: newEmail });
    const path = await linkTo(newEmail);
    const other = await createRealm(test);
    for (const [link, host] of [
      [first, undefined],
      [path, other.host],
      [`${path}x`, undefined],
    ] as const) {
      expect(await open('POST', who, link, host)).toMatchObject({ status: 400 });
    }
    test.clock.advance(25 * 3600);
    expect(await open('POST', who, path)).toMatchObject({ status: 400 });
  });

  it('reveals only to its reader that it belongs to another user', async () => {
    const who = await scene();
    const taken = who.realm.owner.email;
    const answer = await who.member.client.patch('settings', { email: taken });
    expect(answer.status).toBe(200);
    const path = await linkTo(taken);
    expect(await open('POST', who, path)).toMatchObject({
      status: 400,
      text: expect.stringContaining('already an account'),
    });
  });

  it('becomes invalid with the account', async () => {
    const who = await scene();
    await who.member.client.expect('PATCH', 'settings', { email: who.newEmail });
    const path = await linkTo(who.newEmail);
    await who.realm.owner.client.expect('DELETE', `users/${who.member.userId}`);
    expect(await open('POST', who, path)).toMatchObject({ status: 400 });
  });

  it('is refused for invalid emails, for bots, and where changes are disabled', async () => {
    const { realm, member, newEmail } = await scene();
    expect(await member.client.patch('settings', { email: 'nobody' })).toMatchObject(refused);
    const unchanged = await member.client.expect('PATCH', 'settings', { email: member.email });
    expect(unchanged['ignored_parameters_unsupported']).toEqual(['email']);
    const bot = await createUser(test, realm, { bot: { type: 1, ownerId: member.userId } });
    expect(await bot.client.patch('settings', { email: newEmail })).toMatchObject(refused);
    await changeRealmSettings(test, realm, { email_changes_disabled: true });
    expect(await member.client.patch('settings', { email: newEmail })).toMatchObject(refused);
    await realm.owner.client.expect('PATCH', 'settings', { email: newEmail });
  });

  it('is not confirmed in a deactivated organization', async () => {
    const who = await scene();
    await who.member.client.expect('PATCH', 'settings', { email: who.newEmail });
    const path = await linkTo(who.newEmail);
    const sql = 'UPDATE realms SET deactivated = true WHERE id = $1';
    await test.app.get(Database).query(sql, [who.realm.realmId]);
    test.clock.advance(6);
    for (const method of ['GET', 'POST'] as const) {
      expect(await open(method, who, path)).toMatchObject({ status: 410 });
    }
  });

  it('follows the rules of the organization at request and confirmation', async () => {
    const who = await scene();
    const { realm, member, newEmail } = who;
    const disposable = { email: `${unique('new')}@mailinator.com` };
    expect(await member.client.patch('settings', disposable)).toMatchObject(refused);
    const standIn = { email: `user${realm.owner.userId}@${realm.host}` };
    expect(await member.client.patch('settings', standIn)).toMatchObject(refused);
    await member.client.expect('PATCH', 'settings', { email: newEmail });
    const path = await linkTo(newEmail);
    for (const rule of ['emails_restricted_to_domains', 'email_changes_disabled']) {
      await changeRealmSettings(test, realm, { [rule]: true });
      expect(await open('POST', who, path)).toMatchObject({ status: 400 });
      await changeRealmSettings(test, realm, { [rule]: false });
    }
    expect(await open('POST', who, path)).toMatchObject({ status: 200 });
  });

  it('can be confirmed after the mail server was removed from the configuration', async () => {
    const changing = await scene();
    const { member, newEmail } = changing;
    await member.client.expect('PATCH', 'settings', { email: newEmail });
    const path = await linkTo(newEmail);
    const closed = jest.spyOn(test.app.get(MailOutbox), 'isOpen', 'get').mockReturnValue(false);
    expect(await open('POST', changing, path)).toMatchObject({ status: 200 });
    closed.mockRestore();
  });

  it('is refused without a mail server', async () => {
    const without = await sharedTestApp();
    const { owner } = await createRealm(without);
    const answer = await owner.client.patch('settings', { email: 'new@example.com' });
    expect(answer).toMatchObject(refused);
  });
});

describe('a deactivated user', () => {
  it('receives an email on request of the administrator, with the comment', async () => {
    const { realm, member } = await scene();
    await realm.owner.client.expect('DELETE', `users/${member.userId}`, {
      deactivation_notification_comment: 'Thank you for <everything>.',
    });
    await runJobs(test.app);
    expect(sink.to(member.email)).toEqual([
      expect.stringContaining('Thank you for &lt;everything&gt;.'),
    ]);
    const quiet = await createUser(test, realm);
    await realm.owner.client.expect('DELETE', `users/${quiet.userId}`);
    const other = await createUser(test, realm);
    await realm.owner.client.expect('DELETE', `users/${other.userId}`, {
      deactivation_notification_comment: 'null',
    });
    await runJobs(test.app);
    expect([...sink.to(quiet.email), ...sink.to(other.email)]).toEqual([]);
  });
});
