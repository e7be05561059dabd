// Who becomes a guest, or ceases to be one, between two polls is handed out what happened before as
// they were then: else the state of their client would miss it, or have too much, for ever.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { startTestApp, type TestApp, type TestServer } from './app.js';
import { Client } from './client.js';
import { createChannel, createRealm, createUser, type TestUser } from './factories.js';
import { observersOf, verifyEvents } from './verify-events.js';

let test: TestApp;
let another: TestServer;
beforeAll(async () => {
  test = await startTestApp();
  another = await test.startAnother();
});
afterAll(async () => {
  await another.close();
  await test.close();
});

it.each([
  { from: Role.Member, by: [Role.Guest], where: 'the process that made the queue' },
  { from: Role.Member, by: [Role.Guest], where: 'another process' },
  { from: Role.Guest, by: [Role.Member], where: 'the process that made the queue' },
  { from: Role.Guest, by: [Role.Member], where: 'another process' },
  { from: Role.Member, by: [Role.Guest, Role.Moderator], where: 'another process' },
  { from: Role.Guest, by: [Role.Member, Role.Guest], where: 'another process' },
])('keeps the state right from $from by $by through $where', async ({ from, by, where }) => {
  const realm = await createRealm(test);
  const { owner } = realm;
  const changing = await createUser(test, realm, { role: from });
  const [early, late] = [await createUser(test, realm), await createUser(test, realm)];
  await createChannel(owner, [owner, early, late]);
  await createChannel(owner, [owner, changing, early, late]);
  const setActive = (user: TestUser, active: boolean): Promise<unknown> =>
    active
      ? owner.client.expect('POST', `users/${user.userId}/reactivate`)
      : owner.client.expect('DELETE', `users/${user.userId}`);
  await setActive(early, false);
  const client =
    where === 'another process'
      ? new Client(another.port, realm.host).as(changing)
      : changing.client;
  await verifyEvents(test, observersOf(realm, { changing: { ...changing, client } }), async () => {
    await setActive(early, true);
    for (const role of by) {
      await owner.client.expect('PATCH', `users/${changing.userId}`, { role });
      await setActive(late, false);
      await setActive(late, true);
    }
  });
});

it('lets nobody hear as a guest what only others hear', async () => {
  const realm = await createRealm(test);
  const { owner } = realm;
  const changing = await createUser(test, realm);
  const queue = await changing.client.expect('POST', 'register', {
    event_types: ['stream'],
    fetch_event_types: ['message'],
  });
  const poll = async (): Promise<unknown[]> => {
    const { events } = await changing.client.expect('GET', 'events', {
      queue_id: queue['queue_id'],
      last_event_id: queue['last_event_id'],
      dont_block: true,
    });
    return (events as { op: string; streams: { name: string }[] }[])
      .filter(({ op }) => op === 'create')
      .flatMap(({ streams }) => streams.map(({ name }) => name));
  };
  const before = await createChannel(owner, [owner]);
  await owner.client.expect('PATCH', `users/${changing.userId}`, { role: Role.Guest });
  const after = await createChannel(owner, [owner]);
  const heard = await poll();
  expect(heard).toContain(before.name);
  expect(heard).not.toContain(after.name);
});
