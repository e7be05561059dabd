import { describe, expect, it, jest } from '@jest/globals';
import { request } from 'node:http';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import { GroupsService } from '#modules/groups/groups/groups.service.js';
import { messageFlagsEvent } from '#modules/messages/flags/message-flags.events.js';
import { Audience } from '#platform/event-log/audience.js';
import { definitionOf } from '#platform/event-log/event-definition.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { EventsWorker } from '#modules/events/events/events.worker.js';
import { EventQueues } from '#platform/event-log/event-queues.js';
import { EventTail } from '#platform/event-log/event-tail.js';
import { LongPolls } from '#platform/event-log/long-polls.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';
import { ownTestApp } from './app.js';
import { basic, Client, type Parameters } from './client.js';
import { TestQueue, until, type WireEvent } from './event-queue.js';
import {
  createRealm,
  createUser,
  sendDirect,
  sendToStream,
  subscribe,
  type TestRealm,
  type TestUser,
} from './factories.js';
import { createScene } from './scene.js';

/** JSON text. */
const MOBILE = '"mobile"';
// One test causes errors in the log.
const test = await ownTestApp({ LOG_LEVEL: 'fatal' });
const polls = test.app.get(LongPolls);

/** Appends events that only `user` receives, one per message id, and lets the process read them. */
async function appendFor(realm: TestRealm, user: TestUser, messageIds: number[]): Promise<void> {
  const events = messageIds.map((id) =>
    messageFlagsEvent(
      realm.realmId,
      { op: 'add', flag: 'starred', messages: [id] },
      Audience.user(user.userId),
    ),
  );
  await test.app.get(Database).transaction(async () => {
    test.app.get(EventLog).append(...events);
  });
  await test.app.get(EventTail).catchUp(realm.realmId);
}

function idsOf(events: WireEvent[]): number[] {
  return events.map(({ id }) => id);
}

function messagesOf(events: WireEvent[]): number[] {
  return events.map(({ messages }) => (messages as number[])[0]!);
}

function contentsOf(events: WireEvent[]): unknown[] {
  return events.map(({ message }) => (message as { content: string }).content);
}

function range(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Starts a server without periodic work: an interval of fake timers does not pass. */
async function withoutIntervals<T>(start: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'clearImmediate',
      'clearTimeout',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'setTimeout',
    ],
  });
  try {
    return await start();
  } finally {
    jest.useRealTimers();
  }
}

async function parked(count: number): Promise<void> {
  await until(() => polls.waitingCount === count);
}

describe('registering', () => {
  it('returns a queue whose events follow the state', async () => {
    const realm = await createRealm(test);
    await subscribe(realm.owner, 'lobby');
    await sendToStream(realm.owner, 'lobby', 'greetings', 'before');
    const queue = await TestQueue.register(realm.owner.client);
    expect(queue.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(queue.state).toMatchObject({ idle_queue_timeout_secs: 600 });
    expect(await queue.now()).toEqual([]);
    const id = await sendToStream(realm.owner, 'lobby', 'greetings', 'after');
    const events = await queue.poll();
    expect(events).toMatchObject([{ type: 'message', flags: [], message: { id } }]);
    expect(events[0]!.id).toBeGreaterThan(queue.state['last_event_id'] as number);
  });

  it('uses the group memberships of its snapshot, not those cached in the process', async () => {
    const { realm, member } = await createScene(test, { member: {} });
    const groups = test.app.get(GroupMembership);
    const ids = await groups.systemGroupIds(realm.realmId);
    await subscribe(realm.owner, 'hidden', {
      invite_only: true,
      can_subscribe_group: ids['role:fullmembers'],
    });
    const channels = async (): Promise<string[]> => {
      const { state } = await TestQueue.register(member.client, { fetch_event_types: ['stream'] });
      return (state['streams'] as { name: string }[]).map(({ name }) => name);
    };
    const another = await test.startAnother();
    const setFullMembers = (joinedBy: Date): Promise<void> =>
      another.app.get(GroupsService).setFullMembers(realm.realmId, joinedBy);
    await setFullMembers(new Date(0));
    await test.app.get(EventTail).catchUp(realm.realmId);
    expect(await channels()).not.toContain('hidden');
    await groups.graph(realm.realmId);
    // Until the process reads the event of a change made elsewhere, it answers from memory.
    const reading = jest.spyOn(test.app.get(EventLog), 'readRealms').mockResolvedValue([]);
    try {
      await setFullMembers(new Date(8.64e15));
      expect(await channels()).toContain('hidden');
    } finally {
      reading.mockRestore();
      await another.close();
    }
  });

  it('delivers and fetches only the requested event types', async () => {
    const realm = await createRealm(test);
    const { client } = realm.owner;
    const onlyMessages = await TestQueue.register(client, { event_types: ['message', 'unheard'] });
    const fetchingStreams = await TestQueue.register(client, {
      event_types: ['message'],
      fetch_event_types: ['stream'],
    });
    expect(onlyMessages.state).toHaveProperty('max_message_id');
    expect(onlyMessages.state).not.toHaveProperty('streams');
    expect(fetchingStreams.state).toHaveProperty('streams');
    expect(fetchingStreams.state).not.toHaveProperty('max_message_id');
    await subscribe(realm.owner, 'rare');
    await sendToStream(realm.owner, 'rare', 'one', 'seen');
    await test.app.get(EventTail).catchUp(realm.realmId);
    for (const queue of [onlyMessages, fetchingStreams]) {
      expect(new Set((await queue.all()).map(({ type }) => type))).toEqual(new Set(['message']));
    }
  });

  it('delivers only messages that match the narrow', async () => {
    const realm = await createRealm(test);
    await subscribe(realm.owner, 'wide');
    const other = await createUser(test, realm);
    const register = (narrow: [string, string][]): Promise<TestQueue> =>
      TestQueue.register(realm.owner.client, { event_types: ['message'], narrow });
    const byTopic = await register([
      ['channel', 'Wide'],
      ['topic', 'WANTED'],
    ]);
    const direct = await register([['is', 'dm']]);
    await sendToStream(realm.owner, 'wide', 'other', 'a');
    await sendToStream(realm.owner, 'wide', 'wanted', 'b');
    await sendDirect(other, [realm.owner], 'c');
    await test.app.get(EventTail).catchUp(realm.realmId);
    expect(contentsOf(await byTopic.all())).toEqual(['b']);
    expect(contentsOf(await direct.all())).toEqual(['c']);
    const tooMany = Array.from({ length: 101 }, (_, index) => ['topic', `${index}`]);
    for (const narrow of [[['near', '5']], [['is', 'followed']], tooMany]) {
      const refused = await realm.owner.client.post('register', { narrow });
      expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    }
  });

  it('with all_public_streams, also delivers messages that others received', async () => {
    const { realm, guest, member } = await createScene(test, {
      guest: { role: Role.Guest },
      member: {},
    });
    await subscribe(realm.owner, 'open');
    await subscribe(realm.owner, 'closed', { invite_only: true });
    const register = { all_public_streams: true, event_types: ['message'] };
    const refused = await guest.client.post('register', register);
    expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    const queue = await TestQueue.register(member.client, register);
    const without = await TestQueue.register(member.client, { event_types: ['message'] });
    await sendToStream(realm.owner, 'closed', 'x', 'secret');
    await sendToStream(realm.owner, 'open', 'x', 'public');
    await test.app.get(EventTail).catchUp(realm.realmId);
    const events = await queue.all();
    expect(contentsOf(events)).toEqual(['public']);
    expect(events[0]!['flags']).toEqual([]);
    expect(await without.all()).toEqual([]);
  });

  it('accepts an idle time as seconds or "mobile", up to seven days', async () => {
    const realm = await createRealm(test);
    const secondsFor = async (idle_queue_timeout: unknown): Promise<unknown> => {
      const parameters: Parameters = { idle_queue_timeout, fetch_event_types: [] };
      return (await TestQueue.register(realm.owner.client, parameters)).state[
        'idle_queue_timeout_secs'
      ];
    };
    expect(await secondsFor(30)).toBe(30);
    expect(await secondsFor(MOBILE)).toBe(12 * 3600);
    expect(await secondsFor('mobile')).toBe(12 * 3600);
    expect(await secondsFor(100_000_000)).toBe(7 * 24 * 3600);
    for (const wrong of [0, -1, 1.5, '"desktop"', 'desktop', '', true, null, {}, [30]]) {
      const answer = await realm.owner.client.post('register', { idle_queue_timeout: wrong });
      expect([wrong, answer.status]).toEqual([wrong, 400]);
    }
  });
});

describe('the last event id', () => {
  it('acknowledges: acknowledged events cannot be requested again', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client);
    await appendFor(realm, realm.owner, [1, 2, 3]);
    const start = queue.lastEventId;
    const [first] = await queue.now();
    const again = await queue.ask({ last_event_id: first!.id, dont_block: true });
    expect(messagesOf(again.body['events'] as WireEvent[])).toEqual([2, 3]);
    expect(await queue.ask({ last_event_id: start })).toMatchObject({
      status: 400,
      body: {
        code: 'BAD_REQUEST',
        msg: `An event newer than ${start} has already been pruned!`,
      },
    });
    expect(await queue.ask({ last_event_id: -1 })).toMatchObject({ status: 400 });
  });

  it('repeats a lost response', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client);
    await appendFor(realm, realm.owner, [1, 2]);
    const lost = await queue.ask();
    const repeated = await queue.ask();
    expect(repeated.body['events']).toEqual(lost.body['events']);
  });

  it('may be -1 until an event is acknowledged', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client);
    await appendFor(realm, realm.owner, [7]);
    expect(messagesOf(await queue.poll({ last_event_id: -1 }))).toEqual([7]);
    await queue.now();
    expect((await queue.ask({ last_event_id: -1 })).status).toBe(400);
  });

  it('is required, and must not be ahead of the queue', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client);
    expect(await queue.ask({ last_event_id: undefined })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: "Missing 'last_event_id' argument" },
    });
    const ahead = queue.lastEventId + 1000;
    expect(await queue.ask({ last_event_id: ahead })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: `Event ${ahead} was not in this queue` },
    });
  });
});

describe('the long poll', () => {
  it('returns as soon as there is an event for its queue', async () => {
    const { realm, other } = await createScene(test, { other: {} });
    const queue = await TestQueue.register(realm.owner.client, { event_types: ['message'] });
    const polling = queue.poll();
    await parked(1);
    await appendFor(realm, other, [1]);
    expect(polls.waitingCount).toBe(1);
    const id = await sendDirect(other, [realm.owner], 'hello');
    expect(await polling).toMatchObject([{ type: 'message', message: { id } }]);
    await parked(0);
  });

  it('returns at the wake-up by any process, without the periodic read of the log', async () => {
    const { realm, other } = await createScene(test, { other: {} });
    const unswept = await withoutIntervals(() => test.startAnother());
    try {
      const ownerThere = new Client(unswept.port, realm.host).as(realm.owner);
      const otherThere = new Client(unswept.port, realm.host).as(other);
      const queue = await TestQueue.register(ownerThere, { event_types: ['message'] });
      const pollsThere = unswept.app.get(LongPolls);
      for (const sender of [other.client, otherThere]) {
        const polling = queue.poll();
        await until(() => pollsThere.waitingCount === 1);
        const message = { type: 'direct', to: [realm.owner.userId], content: 'hello' };
        const { id } = await sender.expect('POST', 'messages', message);
        expect(await polling).toMatchObject([{ type: 'message', message: { id } }]);
      }
    } finally {
      await unswept.close();
    }
  });

  it('ends with an empty response when a second one arrives', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client);
    const first = queue.ask();
    await parked(1);
    const wrong = await queue.ask({ last_event_id: queue.lastEventId + 1000 });
    expect(wrong.status).toBe(400);
    expect(polls.waitingCount).toBe(1);
    const second = queue.poll();
    expect((await first).body).toMatchObject({ events: [], queue_id: queue.id });
    await parked(1);
    await appendFor(realm, realm.owner, [5]);
    expect(messagesOf(await second)).toEqual([5]);
  });

  it('is released when its client disconnects', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client);
    const path = `/api/v1/events?queue_id=${queue.id}&last_event_id=${queue.lastEventId}`;
    const headers = { Host: realm.host, Authorization: basic(realm.owner) };
    const outgoing = request({ port: test.port, host: '127.0.0.1', path, headers });
    outgoing.on('error', () => undefined);
    outgoing.end();
    await parked(1);
    outgoing.destroy();
    await parked(0);
    await appendFor(realm, realm.owner, [6]);
    expect(messagesOf(await queue.poll())).toEqual([6]);
  });

  it('returns a heartbeat after about a minute, which skips events for others', async () => {
    const { realm, other } = await createScene(test, { other: {} });
    const queue = await TestQueue.register(realm.owner.client, { event_types: ['message'] });
    const polling = queue.poll();
    await parked(1);
    await appendFor(realm, other, [1]);
    test.clock.advance(44);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(polls.waitingCount).toBe(1);
    test.clock.advance(11);
    const [heartbeat, ...rest] = await polling;
    expect(heartbeat).toEqual({
      type: 'heartbeat',
      id: test.app.get(EventTail).cursor(realm.realmId),
    });
    expect(rest).toEqual([]);
    await sendDirect(other, [realm.owner], 'after the heartbeat');
    expect(contentsOf(await queue.poll())).toEqual(['after the heartbeat']);
  });
});

describe('the end of a queue', () => {
  const bad = (queueId: string): object => ({
    status: 400,
    body: {
      code: 'BAD_EVENT_QUEUE_ID',
      msg: `Bad event queue ID: ${queueId}`,
      queue_id: queueId,
    },
  });

  it('happens when there is no poll within its idle time', async () => {
    const realm = await createRealm(test);
    const brief = await TestQueue.register(realm.owner.client, { idle_queue_timeout: 60 });
    const usual = await TestQueue.register(realm.owner.client);
    const mobile = await TestQueue.register(realm.owner.client, { idle_queue_timeout: MOBILE });
    await brief.now();
    test.clock.advance(50);
    await brief.now();
    test.clock.advance(50);
    await brief.now();
    test.clock.advance(70);
    expect(await brief.ask()).toMatchObject(bad(brief.id));
    await usual.now();
    test.clock.advance(635);
    expect(await usual.ask()).toMatchObject(bad(usual.id));
    await mobile.now();
    await test.app.get(EventsWorker, { strict: false }).deleteIdleQueues();
    const rows = await test.dataSource.query<{ id: string }[]>(
      'SELECT id FROM event_queues WHERE realm_id = $1',
      [realm.realmId],
    );
    expect(rows).toEqual([{ id: mobile.id }]);
    test.clock.advance(12 * 3600 + 40);
    expect(await mobile.ask()).toMatchObject(bad(mobile.id));
  });

  it('does not happen while a poll waits', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client, { idle_queue_timeout: 10 });
    const polling = queue.poll();
    await parked(1);
    for (let seconds = 0; seconds < 18; seconds += 6) {
      test.clock.advance(6);
      await new Promise((resolve) => setTimeout(resolve, 1100));
      await test.app.get(EventQueues).deleteIdle();
    }
    expect(polls.waitingCount).toBe(1);
    await appendFor(realm, realm.owner, [1]);
    expect(messagesOf(await polling)).toEqual([1]);
  });

  it('happens by DELETE, which ends a waiting poll', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client);
    const polling = queue.ask();
    await parked(1);
    await realm.owner.client.expect('DELETE', 'events', { queue_id: queue.id });
    expect(await polling).toMatchObject({ status: 200, body: { events: [] } });
    expect(await queue.ask()).toMatchObject(bad(queue.id));
    const again = await realm.owner.client.delete('events', { queue_id: queue.id });
    expect(again).toMatchObject(bad(queue.id));
  });

  it('takes effect in every process at once', async () => {
    const realm = await createRealm(test);
    const another = await test.startAnother();
    try {
      const elsewhere = new Client(another.port, realm.host).as(realm.owner);
      const queue = await TestQueue.register(realm.owner.client);
      const there = queue.through(elsewhere);
      expect(await there.now()).toEqual([]);
      const polling = queue.ask();
      await parked(1);
      const pollingThere = there.ask();
      await until(() => another.app.get(LongPolls).waitingCount === 1);
      await elsewhere.expect('DELETE', 'events', { queue_id: queue.id });
      expect(await pollingThere).toMatchObject({ status: 200, body: { events: [] } });
      expect(await polling).toMatchObject({ status: 200, body: { events: [] } });
      expect(await queue.ask()).toMatchObject(bad(queue.id));
      expect(await there.ask()).toMatchObject(bad(queue.id));
    } finally {
      await another.close();
    }
  });

  it('is indistinguishable from an unknown queue for other users', async () => {
    const { realm, member } = await createScene(test, { member: {} });
    const foreignOwner = (await createRealm(test)).owner;
    const queue = await TestQueue.register(realm.owner.client);
    for (const client of [member.client, foreignOwner.client]) {
      expect(await queue.through(client).ask({ dont_block: true })).toMatchObject(bad(queue.id));
      const ended = await client.delete('events', { queue_id: queue.id });
      expect(ended).toMatchObject(bad(queue.id));
    }
    for (const id of ['0', '', 'x'.repeat(500), '00000000-0000-4000-8000-000000000000', "';--"]) {
      const asked = await queue.ask({ queue_id: id, dont_block: true });
      expect(asked).toMatchObject(bad(id));
    }
    const shouted = queue.id.toUpperCase();
    expect(await queue.ask({ queue_id: shouted, dont_block: true })).toMatchObject(bad(shouted));
    expect(await queue.now()).toEqual([]);
  });
});

describe('the form of an event', () => {
  it('depends on Markdown or HTML, gravatars and the empty topic', async () => {
    const realm = await createRealm(test);
    await subscribe(realm.owner, 'forms');
    const register = (parameters: Parameters): Promise<TestQueue> =>
      TestQueue.register(realm.owner.client, { event_types: ['message'], ...parameters });
    const plain = await register({ apply_markdown: false, client_gravatar: true });
    const rich = await register({
      apply_markdown: true,
      client_gravatar: false,
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    });
    await sendToStream(realm.owner, 'forms', '', '**bold**');
    const [plainEvent] = await plain.poll();
    const [richEvent] = await rich.poll();
    expect(plainEvent!['message']).toMatchObject({
      content: '**bold**',
      content_type: 'text/x-markdown',
      avatar_url: null,
      subject: 'general chat',
    });
    expect(richEvent!['message']).toMatchObject({
      content: '<p><strong>bold</strong></p>',
      content_type: 'text/html',
      avatar_url: expect.stringContaining('gravatar'),
      subject: '',
    });
  });

  it('has the sender’s local id in the queue that sent it', async () => {
    const realm = await createRealm(test);
    await subscribe(realm.owner, 'echoes');
    const queue = await TestQueue.register(realm.owner.client, { event_types: ['message'] });
    const other = await TestQueue.register(realm.owner.client, { event_types: ['message'] });
    await realm.owner.client.expect('POST', 'messages', {
      type: 'channel',
      to: 'echoes',
      topic: 't',
      content: 'hi',
      queue_id: queue.id,
      local_id: '12.01',
    });
    expect((await queue.poll())[0]).toHaveProperty('local_message_id', '12.01');
    expect((await other.poll())[0]).not.toHaveProperty('local_message_id');
  });

  it('has no null in notification settings for clients without support', async () => {
    const realm = await createRealm(test);
    const withNull = await TestQueue.register(realm.owner.client, {
      event_types: ['subscription'],
      client_capabilities: { notification_settings_null: true },
    });
    const without = await TestQueue.register(realm.owner.client, {
      event_types: ['subscription'],
      client_capabilities: { notification_settings_null: false },
    });
    await subscribe(realm.owner, 'nulls');
    const settingOf = async (queue: TestQueue): Promise<unknown> => {
      const [event] = await queue.poll();
      return (event!['subscriptions'] as Record<string, unknown>[])[0]!['push_notifications'];
    };
    expect(await settingOf(withNull)).toBeNull();
    expect(typeof (await settingOf(without))).toBe('boolean');
  });

  it('leaves archived channels out for clients that do not support them', async () => {
    const realm = await createRealm(test);
    const id = await subscribe(realm.owner, 'old');
    await test.dataSource.query('UPDATE streams SET is_archived = true WHERE id = $1', [id]);
    const knows = async (archived_channels: boolean): Promise<boolean[]> => {
      const { state } = await TestQueue.register(realm.owner.client, {
        fetch_event_types: ['stream', 'subscription'],
        client_capabilities: { notification_settings_null: true, archived_channels },
      });
      return ['streams', 'subscriptions'].map((list) =>
        (state[list] as { stream_id: number }[]).some(({ stream_id }) => stream_id === id),
      );
    };
    expect(await knows(true)).toEqual([true, true]);
    expect(await knows(false)).toEqual([false, false]);
  });

  it('is computed once for all queues with the same form', async () => {
    const realm = await createRealm(test);
    await subscribe(realm.owner, 'crowd');
    const members = await Promise.all(range(0, 12).map(() => createUser(test, realm)));
    await Promise.all(members.map((member) => subscribe(member, 'crowd')));
    const queues = await Promise.all(
      members.map((member, index) =>
        TestQueue.register(member.client, {
          event_types: ['message'],
          fetch_event_types: [],
          apply_markdown: index % 2 === 0,
        }),
      ),
    );
    const answers = queues.map((queue) => queue.poll());
    await parked(queues.length);
    const definition = definitionOf('message')!;
    const present = jest.spyOn(definition as Required<typeof definition>, 'present');
    try {
      await sendToStream(realm.owner, 'crowd', 'all', '*hi*');
      expect((await Promise.all(answers)).flatMap(contentsOf)).toHaveLength(queues.length);
      expect(present).toHaveBeenCalledTimes(2);
    } finally {
      present.mockRestore();
    }
  });

  it('is skipped when it cannot be computed, without blocking others', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client, {
      event_types: ['message', 'update_message_flags'],
    });
    const broken = messageFlagsEvent(realm.realmId, null as never, Audience.realm());
    const polling = queue.poll();
    await parked(1);
    await test.app.get(Database).transaction(async () => {
      test.app.get(EventLog).append({ ...broken, type: 'message' });
    });
    await appendFor(realm, realm.owner, [3]);
    expect(messagesOf(await polling)).toEqual([3]);
  });
});

describe('a client that was away', () => {
  it('gets 5,000 missed events in pages, from the table, by ascending id', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client, { fetch_event_types: [] });
    for (let first = 0; first < 5000; first += 1000) {
      await appendFor(realm, realm.owner, range(first, 1000));
    }
    const another = await test.startAnother();
    try {
      const elsewhere = new Client(another.port, realm.host).as(realm.owner);
      for (const reader of [queue.through(elsewhere), queue]) {
        const pages: WireEvent[][] = [];
        do pages.push(await reader.now());
        while (pages.at(-1)!.length > 0);
        expect(pages.map(({ length }) => length)).toEqual([1000, 1000, 1000, 1000, 1000, 0]);
        const events = pages.flat();
        expect(messagesOf(events)).toEqual(range(0, 5000));
        expect(idsOf(events)).toEqual(idsOf(events).toSorted((a, b) => a - b));
        expect(new Set(idsOf(events)).size).toBe(5000);
      }
    } finally {
      await another.close();
    }
  });

  it('gets fewer events at a time if they are long', async () => {
    const LENGTH = 100_000;
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client, { event_types: ['alert_words'] });
    await test.dataSource.query(
      `INSERT INTO event_log (realm_id, id, type, payload, audience)
       SELECT $1, nextval('event_log_id_seq'), 'alert_words',
         json_build_object('alert_words', json_build_array(n || repeat('x', $2))),
         '{"kind":"realm"}'
       FROM generate_series(1, 50) AS n`,
      [realm.realmId, LENGTH],
    );
    await test.app.get(EventTail).catchUp(realm.realmId);
    const another = await test.startAnother();
    try {
      const elsewhere = new Client(another.port, realm.host).as(realm.owner);
      for (const reader of [queue.through(elsewhere), queue]) {
        const pages: WireEvent[][] = [];
        do pages.push(await reader.now());
        while (pages.at(-1)!.length > 0);
        expect(pages.map(({ length }) => length)).toEqual([11, 11, 11, 11, 6, 0]);
        const words = pages.flat().map((event) => (event['alert_words'] as string[])[0]!);
        expect(words.map((word) => Number.parseInt(word, 10))).toEqual(range(1, 50));
      }
    } finally {
      await another.close();
    }
  });

  it('receives its new position when a long stretch has no events for it', async () => {
    const realm = await createRealm(test);
    const queue = await TestQueue.register(realm.owner.client, {
      event_types: ['message'],
      fetch_event_types: [],
    });
    await test.dataSource.query(
      `INSERT INTO event_log (realm_id, id, type, payload, audience)
       SELECT $1, nextval('event_log_id_seq'), 'heartbeat', '{}', '{"kind":"realm"}'
       FROM generate_series(1, 21000)`,
      [realm.realmId],
    );
    await test.app.get(EventTail).catchUp(realm.realmId);
    await sendDirect(realm.owner, [realm.owner], 'at last');
    const another = await test.startAnother();
    try {
      const away = queue.through(new Client(another.port, realm.host).as(realm.owner));
      const start = away.lastEventId;
      expect(await away.now()).toEqual([{ type: 'heartbeat', id: start + 20_000 }]);
      expect(contentsOf(await away.now())).toEqual(['at last']);
    } finally {
      await another.close();
    }
  });

  it('receives all events when memory has dropped those that it missed', async () => {
    const realm = await createRealm(test);
    const tail = test.app.get(EventTail);
    const queue = await TestQueue.register(realm.owner.client, { idle_queue_timeout: MOBILE });
    await queue.now();
    await appendFor(realm, realm.owner, [1, 2]);
    expect(tail.fromMemory(realm.realmId, queue.lastEventId)).toHaveLength(2);
    test.clock.advance(6 * 60);
    await until(() => tail.memoryStart(realm.realmId) === tail.cursor(realm.realmId));
    await appendFor(realm, realm.owner, [3]);
    expect(tail.fromMemory(realm.realmId, queue.lastEventId)).toBeUndefined();
    expect(messagesOf(await queue.all())).toEqual([1, 2, 3]);
  });

  it('receives all events when the process no longer followed the realm', async () => {
    const realm = await createRealm(test);
    const tail = test.app.get(EventTail);
    const queue = await TestQueue.register(realm.owner.client, { idle_queue_timeout: MOBILE });
    await queue.now();
    test.clock.advance(16 * 60);
    await until(() => tail.cursor(realm.realmId) === 0);
    await test.app.get(Database).transaction(async () => {
      test.app
        .get(EventLog)
        .append(
          messageFlagsEvent(
            realm.realmId,
            { op: 'add', flag: 'read', messages: [9] },
            Audience.user(realm.owner.userId),
          ),
        );
    });
    expect(messagesOf(await queue.poll())).toEqual([9]);
    const polling = queue.poll();
    await parked(1);
    await appendFor(realm, realm.owner, [10]);
    expect(messagesOf(await polling)).toEqual([10]);
  });
});

it('reports metrics', async () => {
  const realm = await createRealm(test);
  const queue = await TestQueue.register(realm.owner.client);
  test.clock.pause();
  await test.app.get(EventTail).catchUp(realm.realmId);
  const polling = queue.poll();
  await parked(1);
  const read = async (): Promise<Map<string, number>> => {
    const text = await fetch(`http://127.0.0.1:${test.port}/metrics`).then((answer) =>
      answer.text(),
    );
    return new Map(
      [...text.matchAll(/^(event_log_\w+) (\S+)$/gm)].map(([, name, value]) => [
        name!,
        Number(value),
      ]),
    );
  };
  const before = await read();
  expect(before.get('event_log_parked_polls')).toBe(1);
  expect(before.get('event_log_queues')).toBeGreaterThan(0);
  expect(before.get('event_log_lag_seconds')).toBe(0);
  await appendFor(realm, realm.owner, [1]);
  await polling;
  const after = await read();
  test.clock.resume();
  expect(after.get('event_log_parked_polls')).toBe(0);
  for (const name of ['event_log_delivered_total', 'event_log_wakeups_total']) {
    expect(after.get(name)).toBeGreaterThan(before.get(name)!);
  }
});
