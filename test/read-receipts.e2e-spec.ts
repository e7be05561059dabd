// Read receipts: the users that are listed, and the users who may read the list.
import { beforeEach, expect, test } from '@jest/globals';
import { ownTestApp } from './app.js';
import {
  changeRealmSettings,
  createRealm,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { explain, expectCheap } from './query-plans.js';
import { createScene } from './scene.js';

const app = await ownTestApp();

let realm: TestRealm;
let owner: TestUser;
let first: TestUser;
let second: TestUser;

beforeEach(async () => {
  ({ realm, owner, first, second } = await createScene(app, { first: {}, second: {} }));
});

async function readersOf(id: number, user = owner): Promise<unknown> {
  return (await user.client.expect('GET', `messages/${id}/read_receipts`))['user_ids'];
}

async function read(user: TestUser, id: number): Promise<void> {
  await user.client.expect('POST', 'messages/flags', { messages: [id], op: 'add', flag: 'read' });
}

test('readers are listed by id, without the sender', async () => {
  const id = await sendDirect(owner, [first, second], 'hello');
  expect(await readersOf(id)).toEqual([]);
  for (const user of [second, owner, first]) await read(user, id);
  for (const user of [owner, first]) {
    expect(await readersOf(id, user)).toEqual([first.userId, second.userId]);
  }
  await second.client.expect('POST', 'messages/flags', {
    messages: [id],
    op: 'remove',
    flag: 'read',
  });
  expect(await readersOf(id)).toEqual([first.userId]);
});

test('deactivated users and users who disabled receipts are not listed', async () => {
  const id = await sendDirect(owner, [first, second], 'hello');
  for (const user of [first, second]) await read(user, id);
  await app.dataSource.query('UPDATE users SET is_active = false WHERE id = $1', [first.userId]);
  await app.dataSource.query('UPDATE users SET settings = settings || $2 WHERE id = $1', [
    second.userId,
    { send_read_receipts: false },
  ]);
  expect(await readersOf(id)).toEqual([]);
});

test('muting hides readers in both directions', async () => {
  const id = await sendDirect(owner, [first, second], 'hello');
  for (const user of [first, second]) await read(user, id);
  await first.client.expect('POST', `users/me/muted_users/${second.userId}`);
  expect(await readersOf(id, first)).toEqual([first.userId]);
  expect(await readersOf(id, second)).toEqual([second.userId]);
  expect(await readersOf(id)).toEqual([first.userId, second.userId]);
});

test('need a readable message, and an organization that enables them', async () => {
  const elsewhere = await createRealm(app);
  const secret = await subscribe(owner, unique('secret'), { invite_only: true });
  const hidden = [
    await sendDirect(owner, [second], 'hello'),
    await sendToStream(owner, secret, 'topic', 'hello'),
    await sendDirect(elsewhere.owner, [elsewhere.owner], 'hello'),
    99_999_999,
  ];
  for (const id of hidden) {
    const { status, body } = await first.client.get(`messages/${id}/read_receipts`);
    expect([status, body['code'], body['msg']]).toEqual([400, 'BAD_REQUEST', 'Invalid message(s)']);
  }
  await changeRealmSettings(app, realm, { enable_read_receipts: false });
  const { status, body } = await owner.client.get(`messages/${hidden[0]}/read_receipts`);
  expect([status, body['code']]).toEqual([400, 'BAD_REQUEST']);
});

test('are found by index', async () => {
  const id = await sendDirect(owner, [first, second], 'hello');
  await app.dataSource.query(
    `INSERT INTO user_messages (user_id, message_id, flags)
     SELECT $1, n, 1 FROM generate_series(10000000, 10020000) AS n`,
    [first.userId],
  );
  await app.dataSource.query('ANALYZE user_messages');
  expectCheap(await explain(app, () => readersOf(id)), 20);
});
