// The link of an email, used concurrently on two servers: exactly one request succeeds.
import { afterAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { UsersService } from '#modules/users/users/users.service.js';
import { Browser, type BrowserAnswer } from './browser.js';
import { createRealm, unique } from './factories.js';
import { statementsWait } from './lock-waits.js';
import { runJobs } from './run-jobs.js';
import { sharedMailApp } from './app.js';

const PASSWORDS = ['the first new password', 'the second new password'] as const;
const LINK = /http:\/\/[^/\s"]+(\/(?:join|accounts\/[a-z_/]+)\/\w{43})/;
const { test, sink } = await sharedMailApp();
const another = await test.startAnother();
const realm = await createRealm(test);
afterAll(() => another.close());

/** The path of the link in the newest email to the address. */
async function linkTo(email: string): Promise<string> {
  await runJobs(test.app);
  return LINK.exec(sink.to(email).at(-1) ?? '')?.[1] ?? 'There is no link';
}

async function createPerson(): Promise<{ email: string; apiKey: string }> {
  const email = `${unique('person')}@example.com`;
  const { apiKey } = await test.app
    .get(UsersService)
    .create({ realmId: realm.realmId }, { email, fullName: 'Sample Person' });
  return { email, apiKey };
}

/** Locks all rows of the table until both requests wait. */
async function submitTwice(
  table: string,
  path: string,
  forms: readonly Record<string, string>[],
): Promise<BrowserAnswer[]> {
  const holder = new pg.Client(test.database.connection);
  await holder.connect();
  await holder.query(`BEGIN; SELECT 1 FROM ${table} FOR UPDATE`);
  const answers = [test.port, another.port].map((port, i) =>
    new Browser(port, realm.host).submit(path, forms[i] ?? {}),
  );
  await statementsWait(test, 2);
  await holder.query('COMMIT');
  await holder.end();
  return Promise.all(answers);
}

/** The index of the request that succeeded. */
function winnerOf(answers: BrowserAnswer[]): number {
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect([400, 404, 410]).toContain(answers[1 - winner]!.status);
  return winner;
}

it('an invitation creates one account', async () => {
  const email = `${unique('invited')}@example.com`;
  await realm.owner.client.expect('POST', 'invites', { invitee_emails: email, stream_ids: [] });
  const path = await linkTo(email);
  const forms = PASSWORDS.map((password, i) => ({ full_name: `Joiner Number ${i}`, password }));
  const answers = await submitTwice('invitations', path, forms);
  const winner = winnerOf(answers);
  const { user } = await realm.owner.client.expect('GET', `users/${email}`);
  expect(user).toMatchObject({ full_name: `Joiner Number ${winner}` });
  const logIn = (password: string): Promise<{ status: number }> =>
    realm.anonymous.post('fetch_api_key', { username: email, password });
  expect((await logIn(PASSWORDS[winner]!)).status).toBe(200);
  expect((await logIn(PASSWORDS[1 - winner]!)).status).toBe(401);
  expect(answers[1 - winner]!.headers['set-cookie']).toBeUndefined();
});

it('a password reset email sets one new password', async () => {
  const { email } = await createPerson();
  await new Browser(test.port, realm.host).submit('/accounts/password/reset', { email });
  const path = await linkTo(email);
  const forms = PASSWORDS.map((password) => ({ password }));
  const winner = winnerOf(await submitTwice('password_resets', path, forms));
  const logIn = (password: string): Promise<{ status: number }> =>
    realm.anonymous.post('fetch_api_key', { username: email, password });
  expect((await logIn(PASSWORDS[winner]!)).status).toBe(200);
  expect((await logIn(PASSWORDS[1 - winner]!)).status).toBe(401);
});

it('a new address is confirmed once', async () => {
  const person = await createPerson();
  const email = `${unique('new')}@example.com`;
  await realm.anonymous.as(person).expect('PATCH', 'settings', { email });
  winnerOf(await submitTwice('email_changes', await linkTo(email), []));
  await realm.owner.client.expect('GET', `users/${email}`);
  await runJobs(test.app);
  expect(sink.to(person.email)).toHaveLength(1);
});
