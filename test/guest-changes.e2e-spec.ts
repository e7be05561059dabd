// When users become guests, or cease to be guests, their clients receive each event according to the role
// at the time of the event. Otherwise their state would lack changes or contain too many.
import { afterAll, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { sharedTestApp } from './app.js';
import { Client } from './client.js';
import { createChannel, type TestUser } from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();
const another = await test.startAnother();
afterAll(() => another.close());

it.each([
  { from: Role.Member, by: [Role.Guest], where: 'the process that made the queue' },
  { from: Role.Member, by: [Role.Guest], where: 'another process' },
  { from: Role.Guest, by: [Role.Member], where: 'the process that made the queue' },
  { from: Role.Guest, by: [Role.Member], where: 'another process' },
  { from: Role.Member, by: [Role.Guest, Role.Moderator], where: 'another process' },
  { from: Role.Guest, by: [Role.Member, Role.Guest], where: 'another process' },
])('keeps the state correct from $from by $by through $where', async ({ from, by, where }) => {
  const { realm, owner, changing, early, late } = await createScene(test, {
    changing: { role: from },
    early: {},
    late: {},
  });
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

it('does not deliver events for other roles to guests', async () => {
  const { owner, changing } = await createScene(test, { changing: {} });
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
  const names = await poll();
  expect(names).toContain(before.name);
  expect(names).not.toContain(after.name);
});
