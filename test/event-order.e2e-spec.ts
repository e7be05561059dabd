// The order of events, without loss or repetition under concurrency.
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { messageFlagsEvent } from '#modules/messages/flags/message-flags.events.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import type { NewEvent } from '#platform/event-log/event-definition.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { EventTail } from '#platform/event-log/event-tail.js';
import { sharedTestApp, type TestServer } from './app.js';
import { Client } from './client.js';
import { TestQueue, type WireEvent } from './event-queue.js';
import {
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { createScene } from './scene.js';
import { expectEventsToReach, observersOf, register } from './verify-events.js';

jest.setTimeout(180_000);

const test = await sharedTestApp();
const another = await test.startAnother();
afterAll(() => another.close());

function inParallel<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => work(index)));
}

/** The same user at the second server. */
function elsewhere(realm: TestRealm, user: TestUser): TestUser {
  return { ...user, client: new Client(another.port, realm.host).as(user) };
}

function isAscending(ids: number[]): boolean {
  return ids.every((id, index) => index === 0 || id > ids[index - 1]!);
}

/** An event that the owner receives, identified by its message. */
function sample(realm: TestRealm, messageId: number): NewEvent {
  return messageFlagsEvent(
    realm.realmId,
    { op: 'add', flag: 'starred', messages: [messageId] },
    Audience.user(realm.owner.userId),
  );
}

function samplesIn(events: WireEvent[]): number[] {
  return events.map(({ messages }) => (messages as number[])[0]!);
}

function append(
  server: { app: TestServer['app'] },
  event: NewEvent,
  more: (database: Database) => Promise<void> = async () => undefined,
): Promise<void> {
  const database = server.app.get(Database);
  return database.transaction(async () => {
    server.app.get(EventLog).append(event);
    await more(database);
  });
}

interface Gate {
  opened: Promise<void>;
  open(): void;
}

function gate(): Gate {
  const made: Gate = { opened: Promise.resolve(), open: () => undefined };
  made.opened = new Promise((resolve) => (made.open = resolve));
  return made;
}

describe('concurrent senders', () => {
  it('deliver every message to every queue once, in one order', async () => {
    const [senders, messages, queueCount] = [16, 2000, 50];
    const realm = await createRealm(test);
    const users = await inParallel(senders, () => createUser(test, realm));
    const name = unique('busy');
    await subscribe(realm.owner, name, { principals: users.map(({ userId }) => userId) });
    const queues = await inParallel(queueCount, async (index) => {
      const user = users[index % senders]!;
      const { client } = index % 2 === 0 ? user : elsewhere(realm, user);
      const queue = await TestQueue.register(user.client, {
        event_types: ['message'],
        fetch_event_types: [],
        apply_markdown: index % 3 === 0,
      });
      return { client, queue };
    });
    const reading = queues.map(async ({ client, queue }, index) => {
      const seen: { eventId: number; messageId: number }[] = [];
      let last = queue.lastEventId;
      while (seen.length < messages) {
        const path = `/api/v1/events?queue_id=${queue.id}&last_event_id=${last}`;
        const { body } = await client.raw('GET', path);
        for (const { id, message } of body['events'] as WireEvent[]) {
          seen.push({ eventId: id, messageId: (message as { id: number }).id });
          last = id;
        }
        // Only a few clients poll again immediately, to limit the load on this process.
        if (index % 10 > 0) await delay(200);
      }
      return seen;
    });
    const sent = await inParallel(senders, async (index) => {
      const user = index % 2 === 0 ? users[index]! : elsewhere(realm, users[index]!);
      const ids: number[] = [];
      for (let n = 0; n < messages / senders; n++) {
        ids.push(await sendToStream(user, name, `topic ${n % 3}`, `number ${n} of ${index}`));
      }
      return ids;
    });
    const orders = await Promise.all(reading);
    const everything = sent.flat().toSorted((a, b) => a - b);
    expect(everything).toHaveLength(messages);
    for (const order of orders) {
      expect(order).toEqual(orders[0]);
      expect(isAscending(order.map(({ eventId }) => eventId))).toBe(true);
    }
    const received = orders[0]!.map(({ messageId }) => messageId);
    expect(received.toSorted((a, b) => a - b)).toEqual(everything);
    // Each sender's own messages come in the order in which they were sent.
    for (const ids of sent) {
      expect(received.filter((id) => ids.includes(id))).toEqual(ids);
    }
    const quiet = await queues[0]!.queue.poll({
      last_event_id: orders[0]!.at(-1)!.eventId,
      dont_block: true,
    });
    expect(quiet).toEqual([]);
  });
});

describe('a transaction that has appended', () => {
  it('cannot be overtaken until it has committed', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client, { fetch_event_types: [] });
    const written = gate();
    const commit = gate();
    const slow = append(test, sample(realm, 1), async (database) => {
      database.beforeCommit(() => {
        written.open();
        return commit.opened;
      });
    });
    await written.opened;
    let overtaken = false;
    const quick = append(another, sample(realm, 2)).then(() => (overtaken = true));
    await delay(300);
    await test.app.get(EventTail).catchUp(realm.realmId);
    expect(overtaken).toBe(false);
    expect(await queue.now()).toEqual([]);
    commit.open();
    await Promise.all([slow, quick]);
    await test.app.get(EventTail).catchUp(realm.realmId);
    expect(samplesIn(await queue.all())).toEqual([1, 2]);
  });

  it('does not block other realms', async () => {
    const [realm, other] = await Promise.all([createRealm(test), createRealm(test)]);
    const written = gate();
    const commit = gate();
    const slow = append(test, sample(realm, 1), async (database) => {
      database.beforeCommit(() => {
        written.open();
        return commit.opened;
      });
    });
    await written.opened;
    const queue = await TestQueue.register(other.owner.client, { fetch_event_types: [] });
    await append(another, sample(other, 2));
    expect(samplesIn(await queue.poll())).toEqual([2]);
    commit.open();
    await slow;
  });

  it('gets its position after its other work', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client, { fetch_event_types: [] });
    const work = gate();
    const slow = append(test, sample(realm, 1), () => work.opened);
    await append(another, sample(realm, 2));
    expect(samplesIn(await queue.poll())).toEqual([2]);
    work.open();
    await slow;
    expect(samplesIn(await queue.poll())).toEqual([1]);
  });

  it('leaves no events when it is rolled back', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client, { fetch_event_types: [] });
    const failure = new Error('sample');
    await expect(append(test, sample(realm, 1), () => Promise.reject(failure))).rejects.toBe(
      failure,
    );
    const late = append(test, sample(realm, 2), async (database) => {
      database.beforeCommit(() => Promise.reject(failure));
    });
    await expect(late).rejects.toBe(failure);
    await append(test, sample(realm, 3));
    expect(samplesIn(await queue.poll())).toEqual([3]);
    const [row] = await test.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM event_log WHERE realm_id = $1
       AND type = 'update_message_flags'`,
      [realm.realmId],
    );
    expect(row).toEqual({ count: 1 });
  });

  it('appends once, also after a retry because of a deadlock', async () => {
    const { realm, other } = await createScene(test, { other: {} });
    const queue = await TestQueue.register(realm.owner.client, { fetch_event_types: [] });
    let attempts = 0;
    const bothHoldOne = gate();
    let holding = 0;
    const crossing = (server: TestServer, messageId: number, ids: number[]): Promise<void> =>
      append(server, sample(realm, messageId), async (database) => {
        attempts++;
        const lock = (id: number): Promise<object[]> =>
          database.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [id]);
        await lock(ids[0]!);
        if (++holding === 2) bothHoldOne.open();
        await bothHoldOne.opened;
        await lock(ids[1]!);
      });
    const people = [realm.owner.userId, other.userId];
    await Promise.all([crossing(test, 1, people), crossing(another, 2, people.toReversed())]);
    expect(attempts).toBeGreaterThanOrEqual(3);
    await test.app.get(EventTail).catchUp(realm.realmId);
    expect(samplesIn(await queue.all()).toSorted((a, b) => a - b)).toEqual([1, 2]);
  });

  it('keeps the order of its own events, including those of beforeCommit', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client, { fetch_event_types: [] });
    await append(test, sample(realm, 1), async (database) => {
      const log = test.app.get(EventLog);
      database.beforeCommit(async () => log.append(sample(realm, 3)));
      log.append(sample(realm, 2));
    });
    await test.app.get(EventTail).catchUp(realm.realmId);
    expect(samplesIn(await queue.all())).toEqual([1, 2, 3]);
  });
});

it('other processes do not change rights while a request is repeated, but continue with the rest', async () => {
  const { realm, owner, member } = await createScene(test, { member: {} });
  const { client } = elsewhere(realm, owner);
  const ended: string[] = [];
  const change = await test.app.get(EventLog).holdRights(realm.realmId, async () => {
    const changing = client.patch(`users/${member.userId}`, { role: 600 }).then((answer) => {
      ended.push('change');
      return answer;
    });
    await sendDirect(elsewhere(realm, member), [owner], 'meanwhile');
    await delay(500);
    ended.push('repetition');
    return { changing };
  });
  expect(await change.changing).toMatchObject({ status: 200 });
  expect(ended).toEqual(['repetition', 'change']);
});

describe('registering during many writes', () => {
  it('returns a state that its events lead to the current state', async () => {
    const { realm, owner } = await createScene(test);
    const [member, other] = await inParallel(2, () => createUser(test, realm));
    const name = unique('storm');
    await subscribe(owner, name, { principals: [owner, member!].map(({ userId }) => userId) });
    const calm = new AbortController();
    const storm = (step: (n: number) => Promise<unknown>): Promise<void> => {
      const loop = async (): Promise<void> => {
        for (let n = 0; !calm.signal.aborted; n++) await step(n);
      };
      return loop();
    };
    const leave = (user: TestUser): Promise<unknown> =>
      user.client.expect('DELETE', 'users/me/subscriptions', { subscriptions: [name] });
    const setFlag = (user: TestUser, op: string, flag: string, id: number): Promise<unknown> =>
      user.client.expect('POST', 'messages/flags', { op, flag, messages: [id] });
    const writes = [
      storm((n) => sendToStream(owner, name, `t${n % 4}`, `message ${n}`)),
      storm((n) => sendDirect(elsewhere(realm, member!), [owner], `direct ${n}`)),
      storm(async () => {
        await subscribe(other!, name);
        await leave(elsewhere(realm, other!));
      }),
      storm(async () => {
        const there = elsewhere(realm, member!);
        const id = await sendToStream(there, name, 'flags', 'to be marked');
        await setFlag(owner, 'add', 'read', id);
        await setFlag(owner, 'add', 'starred', id);
        await setFlag(owner, 'remove', 'read', id);
      }),
      storm(() => subscribe(elsewhere(realm, member!), unique('new'))),
      storm(() => createUser(test, realm)),
    ];
    const observers = observersOf(realm, { owner, member: member! });
    const registered = await inParallel(8, async (index) => {
      const observer = observers[index % observers.length]!;
      const queues: TestQueue[] = [];
      for (let n = 0; n < 5; n++) {
        await delay(30 * ((index + n) % 5));
        queues.push(await register(observer));
      }
      return { observer, queues };
    });
    calm.abort();
    await Promise.all(writes);
    await test.app.get(EventTail).catchUp(realm.realmId);
    let events = 0;
    for (const { observer, queues } of registered) {
      for (const queue of queues) events += (await expectEventsToReach(observer, queue)).length;
    }
    expect(events).toBeGreaterThan(registered.length * 5);
  });
});
