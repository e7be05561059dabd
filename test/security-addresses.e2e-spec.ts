// Email addresses from forms: nothing that could end a line of an email, or that is invisible, becomes
// the address of an account or of an email.
import { expect, it } from '@jest/globals';
import { createRealm, createUser } from './factories.js';
import { runJobs } from './run-jobs.js';
import { sharedMailApp } from './app.js';

const { test, sink: mail } = await sharedMailApp();
const realm = await createRealm(test);

it.each([
  '"a\r\nBcc: b@example.com"@example.com',
  '"a\nDATA"@example.com',
  '"a\\\rb"@example.com',
  '"a\tb"@example.com',
  '"a\u0007"@example.com',
  '"a\u2028b"@example.com',
  'a\u200bb@example.com',
  '\u202ea@example.com',
])('%j is refused as an address', async (email) => {
  const person = await createUser(test, realm);
  const account = { email, password: 'correct horse battery staple', full_name: 'Sample Person' };
  for (const answer of [
    await realm.owner.client.post('users', account),
    await realm.owner.client.patch(`users/${person.userId}`, { new_email: email }),
    await person.client.patch('settings', { email }),
    await realm.owner.client.post('invites', { invitee_emails: email, stream_ids: [] }),
  ]) {
    expect(answer.status).toBe(400);
  }
  await runJobs(test.app);
  expect(mail.received).toEqual([]);
});
