// The steps of a shutdown: polls are answered, requests finished, positions written, connections closed.
import { beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request } from 'node:http';
import { DataSource } from 'typeorm';
import { LongPolls } from '#platform/event-log/long-polls.js';
import { sharedTestApp, type TestApp } from './app.js';
import { basic, Client } from './client.js';
import { TestQueue, until } from './event-queue.js';
import { statementWaits } from './lock-waits.js';
import { createRealm, createUser, type TestRealm } from './factories.js';
import { MULTIPART, multipartBody } from './uploads.js';

let test: TestApp;
let realm: TestRealm;
beforeAll(async () => {
  test = await sharedTestApp();
  realm = await createRealm(test);
});

it('answers waiting polls, and stores the acknowledged positions of queues', async () => {
  const other = await test.startAnother();
  const client = new Client(other.port, realm.host).as(realm.owner);
  const queue = await TestQueue.register(client, { event_types: ['realm_user'] });
  await createUser(test, realm);
  await until(async () => (await queue.now()).length > 0);
  const waiting = queue.ask();
  await until(() => other.app.get(LongPolls).waitingCount === 1);
  await other.close();
  expect(await waiting).toMatchObject({ status: 200, body: { events: [] } });
  const [row] = await test.dataSource.query<{ acknowledged_event_id: string }[]>(
    'SELECT acknowledged_event_id FROM event_queues WHERE id = $1',
    [queue.id],
  );
  expect(Number(row?.acknowledged_event_id)).toBe(queue.lastEventId);
});

it('finishes a request before it closes the database', async () => {
  const other = await test.startAnother();
  const client = new Client(other.port, realm.host).as(realm.owner);
  const message = { type: 'direct', to: [realm.owner.userId], content: 'the last request' };
  const runner = test.dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query('LOCK TABLE messages IN SHARE MODE');
  const sending = client.post('messages', message);
  await statementWaits(test);
  const closing = other.close();
  await runner.commitTransaction();
  await runner.release();
  expect(await sending).toMatchObject({ status: 200 });
  await closing;
  expect(other.app.get(DataSource).isInitialized).toBe(false);
});

it('cuts an upload that takes long', async () => {
  const other = await test.startAnother();
  const outgoing = request({
    port: other.port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/api/v1/user_uploads',
    headers: {
      Host: realm.host,
      Authorization: basic(realm.owner),
      ...MULTIPART,
      'Transfer-Encoding': 'chunked',
    },
  });
  const cut = once(outgoing, 'error');
  outgoing.write(multipartBody({ name: 'a', content: 'a' }).subarray(0, -20));
  const newFiles = (): Promise<object[]> =>
    test.dataSource.query('SELECT 1 FROM unreferenced_files WHERE NOT is_released');
  await until(async () => (await newFiles()).length === 1);
  await other.close();
  expect(await cut).toMatchObject([{ code: 'ECONNRESET' }]);
});
