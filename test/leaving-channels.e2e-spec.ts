// Users leave a channel. Where many leave at once, the first messages are marked as read with the request,
// the others by a job, in batches. A message that is being sent at that moment is marked as well.
import { beforeEach, expect, test } from '@jest/globals';
import pg from 'pg';
import { sharedTestApp } from './app.js';
import { createPeople, createRealm, sendToStream, subscribe, type TestRealm } from './factories.js';
import { statementWaits } from './lock-waits.js';
import { runJobs } from './run-jobs.js';

const app = await sharedTestApp();

let realm: TestRealm;
let streamId: number;

beforeEach(async () => {
  realm = await createRealm(app);
  streamId = await subscribe(realm.owner, 'crowd', { invite_only: true });
});

async function messages(count: number): Promise<void> {
  await app.dataSource.query(
    `WITH sent AS (
       INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name)
       SELECT $1, $2, r.id, 'topic', 'text', '<p>text</p>', now(), 'test'
       FROM recipients r, generate_series(1, $4::integer) WHERE r.stream_id = $3
       RETURNING id
     )
     INSERT INTO user_messages (user_id, message_id)
     SELECT s.user_id, sent.id FROM sent, subscriptions s WHERE s.stream_id = $3 AND s.is_active`,
    [realm.realmId, realm.owner.userId, streamId, count],
  );
}

async function unread(people: number[]): Promise<number> {
  const [row] = await app.dataSource.query<{ count: number }[]>(
    `SELECT count(*)::integer AS count FROM user_messages um
     JOIN messages m ON m.id = um.message_id JOIN recipients r ON r.id = m.recipient_id
     WHERE um.user_id = ANY($1::integer[]) AND um.flags & 1 = 0 AND r.stream_id = $2`,
    [people, streamId],
  );
  return row!.count;
}

async function remove(people: number[]): Promise<void> {
  await realm.owner.client.expect('DELETE', 'users/me/subscriptions', {
    subscriptions: ['crowd'],
    principals: people,
  });
}

test('the messages of many users are marked as read in batches', async () => {
  const people = await createPeople(app, realm, 250);
  await subscribe(realm.owner, 'crowd', { principals: people });
  await messages(3);
  expect(await unread(people)).toBe(750);
  await remove(people);
  expect(await unread(people)).toBe(450);
  await runJobs(app.app);
  expect(await unread(people)).toBe(0);
});

test('many messages of one user are marked as read in batches', async () => {
  const people = await createPeople(app, realm, 1);
  await subscribe(realm.owner, 'crowd', { principals: people });
  await messages(10_500);
  await remove(people);
  expect(await unread(people)).toBe(500);
  await runJobs(app.app);
  expect(await unread(people)).toBe(0);
});

test('messages that came after the users had left and returned stay unread', async () => {
  const people = await createPeople(app, realm, 150);
  await subscribe(realm.owner, 'crowd', { principals: people });
  await messages(2);
  await remove(people);
  await subscribe(realm.owner, 'crowd', { principals: people });
  await sendToStream(realm.owner, streamId, 'topic', 'later');
  await runJobs(app.app);
  expect(await unread(people)).toBe(people.length);
});

/** The key of the advisory locks that order the commits of a realm. */
const APPEND_LOCK = 0x70_61_72_6c;

/** Another process has chosen the receivers of a message, and commits it while `act` waits. */
async function duringSending(act: () => Promise<unknown>): Promise<void> {
  const sending = new pg.Client(app.database.connection);
  await sending.connect();
  await sending.query('BEGIN');
  await sending.query('SELECT pg_advisory_xact_lock($1, $2)', [APPEND_LOCK, realm.realmId]);
  await sending.query(
    `WITH sent AS (
       INSERT INTO messages (realm_id, sender_id, recipient_id, topic, content, rendered_content,
         date_sent, client_name)
       SELECT $1, $2, r.id, 'topic', 'text', '<p>text</p>', now(), 'test'
       FROM recipients r WHERE r.stream_id = $3
       RETURNING id
     )
     INSERT INTO user_messages (user_id, message_id)
     SELECT s.user_id, sent.id FROM sent, subscriptions s WHERE s.stream_id = $3 AND s.is_active`,
    [realm.realmId, realm.owner.userId, streamId],
  );
  const acting = act();
  await statementWaits(app);
  await sending.query('COMMIT');
  await sending.end();
  await acting;
}

test.each<[string, (person: number) => Promise<unknown>]>([
  ['one leaves', (person) => remove([person])],
  ['the channel is archived', () => realm.owner.client.expect('DELETE', `streams/${streamId}`)],
])('a message that is sent while %s is marked as read', async (_, act) => {
  const [person] = await createPeople(app, realm, 1);
  await subscribe(realm.owner, 'crowd', { principals: [person!] });
  await duringSending(() => act(person!));
  expect(await unread([person!])).toBe(0);
});

test('a message that is sent while many leave is marked as read', async () => {
  const people = await createPeople(app, realm, 150);
  await subscribe(realm.owner, 'crowd', { principals: people });
  await messages(1);
  await duringSending(() => remove(people));
  await runJobs(app.app);
  expect(await unread(people)).toBe(0);
});
