// Presence: reports, visibility, and the forms of responses and events. Each test runs with presence in
// PostgreSQL and with presence in Redis.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PresenceStore } from '#modules/users/presence/presence-store.js';
import { PresenceWorker } from '#modules/users/presence/presence.worker.js';
import { Role } from '#platform/http/actor.js';
import { REDIS } from '#platform/redis.js';
import type { Redis } from 'ioredis';
import { startTestApp, type TestApp } from './app.js';
import { type Answer, Client, type Parameters } from './client.js';
import { listen } from './event-listener.js';
import { TestQueue } from './event-queue.js';
import {
  changeRealmSettings,
  createPeople,
  createRealm,
  createUser,
  subscribe,
  type TestRealm,
  type TestUser,
  unique,
} from './factories.js';
import { explain, expectCheap } from './query-plans.js';
import { endProcesses, hasRedis, startRedis } from './server-process.js';
import { observersOf, verifyEvents } from './verify-events.js';

const DAY = 86_400;

let app: TestApp;
let realm: TestRealm;
let owner: TestUser;
let member: TestUser;
let guest: TestUser;

interface Modern {
  active_timestamp: number;
  idle_timestamp: number;
}

type Presences = Record<string, Modern>;

function now(): number {
  return app.clock.seconds();
}

function report(user: TestUser, parameters: Parameters = {}): Promise<Answer> {
  return user.client.post('users/me/presence', { status: 'active', ...parameters });
}

async function reported(
  user: TestUser,
  parameters: Parameters = {},
): Promise<Record<string, unknown>> {
  return user.client.expect('POST', 'users/me/presence', { status: 'active', ...parameters });
}

function ping(user: TestUser, status = 'active'): Promise<unknown> {
  return reported(user, { status, ping_only: true });
}

/** The presences for the user in the modern form, without a report of its own. */
async function seen(user: TestUser, parameters: Parameters = {}): Promise<Presences> {
  const { presences } = await reported(user, {
    status: 'idle',
    last_update_id: -1,
    ...parameters,
  });
  return presences as Presences;
}

/** Close to the current time, with tolerance for a busy machine. */
function expectRecent(timestamp: number | undefined): void {
  expect(timestamp).toBeGreaterThan(now() - 30);
  expect(timestamp).toBeLessThanOrEqual(now());
}

function refusal({ status, body }: Answer): unknown[] {
  return [status, body['code']];
}

const BACKENDS: [string, () => Promise<Record<string, string>>][] = [
  ['PostgreSQL', async () => ({ REDIS_URL: '' })],
  ...(hasRedis()
    ? ([['Redis', async () => ({ REDIS_URL: await startRedis() })]] satisfies typeof BACKENDS)
    : []),
];

describe.each(BACKENDS)('with presence in %s', (backend, environment) => {
  beforeAll(async () => {
    app = await startTestApp(await environment());
  });
  afterAll(async () => {
    await app.close();
    await endProcesses();
  });

  beforeEach(async () => {
    realm = await createRealm(app);
    owner = realm.owner;
    member = await createUser(app, realm);
    guest = await createUser(app, realm, { role: Role.Guest });
  });

  describe('a report', () => {
    test('is visible to all users, in the modern form by id', async () => {
      await ping(owner);
      await ping(member, 'idle');
      const presences = await seen(guest);
      expect(Object.keys(presences).map(Number)).toEqual([
        owner.userId,
        member.userId,
        guest.userId,
      ]);
      expectRecent(presences[owner.userId]?.active_timestamp);
      expectRecent(presences[owner.userId]?.idle_timestamp);
      expectRecent(presences[member.userId]?.idle_timestamp);
    });

    test('of a user who was never active has the time of joining', async () => {
      const { members } = await owner.client.expect('GET', 'users');
      const { date_joined: joined } = (members as { user_id: number; date_joined: string }[]).find(
        ({ user_id: id }) => id === member.userId,
      )!;
      app.clock.advance(DAY);
      await ping(member, 'idle');
      const { active_timestamp: active } = (await seen(owner))[member.userId]!;
      expect(Math.floor(active / 60)).toBe(Date.parse(joined) / 60_000);
    });

    test('has the legacy form by email without last_update_id', async () => {
      await ping(member);
      await ping(guest, 'idle');
      app.clock.advance(100);
      await ping(member, 'idle');
      const body = await reported(owner);
      const known = body['presences'] as Record<string, { website: Record<string, unknown> }>;
      const entry = (status: string, user: TestUser): object => {
        const same = {
          client: 'website',
          status,
          timestamp: known[user.email]!.website['timestamp'],
        };
        return { aggregated: same, website: { ...same, pushable: false } };
      };
      expect(known).toEqual({
        [owner.email]: entry('active', owner),
        [member.email]: entry('idle', member),
        [guest.email]: entry('active', guest),
      });
      expectRecent(known[member.email]!.website['timestamp'] as number);
      expect(body['server_timestamp']).toEqual(expect.any(Number));
      expect(body['presence_last_update_id']).toEqual(expect.any(Number));
    });

    test('has the modern form with slim_presence', async () => {
      const { presences } = await reported(owner, { slim_presence: true });
      expect(Object.keys(presences as object)).toEqual([`${owner.userId}`]);
    });

    test('alone returns no presences', async () => {
      expect(await reported(owner, { ping_only: true })).toEqual({
        result: 'success',
        msg: '',
        presence_last_update_id: -1,
      });
      expect(await reported(owner, { ping_only: true, last_update_id: 7 })).toMatchObject({
        presence_last_update_id: 7,
      });
    });

    test('updates each time only after 55 seconds', async () => {
      await ping(owner);
      const first = (await seen(member))[owner.userId]!;
      app.clock.advance(50);
      await ping(owner);
      expect((await seen(member))[owner.userId]).toEqual(first);
      app.clock.advance(10);
      await ping(owner, 'idle');
      const second = (await seen(member))[owner.userId]!;
      expect(second.active_timestamp).toBe(first.active_timestamp);
      expect(second.idle_timestamp).toBeGreaterThanOrEqual(first.idle_timestamp + 60);
      await ping(owner);
      const third = (await seen(member))[owner.userId]!;
      expect(third.active_timestamp).toBeGreaterThanOrEqual(first.active_timestamp + 60);
      expect(third.idle_timestamp).toBe(second.idle_timestamp);
    });

    test.each([
      [{ status: undefined }, 'REQUEST_VARIABLE_MISSING'],
      [{ status: 'away' }, 'BAD_REQUEST'],
      [{ last_update_id: 'x' }, 'BAD_REQUEST'],
      [{ last_update_id: -2 }, 'BAD_REQUEST'],
      [{ history_limit_days: -1 }, 'BAD_REQUEST'],
      [{ ping_only: 'yes' }, 'BAD_REQUEST'],
      [{ new_user_input: 1 }, 'BAD_REQUEST'],
      [{ slim_presence: 'no' }, 'BAD_REQUEST'],
    ])('with %j is refused', async (parameters, code) => {
      expect(refusal(await report(owner, parameters))).toEqual([400, code]);
    });

    test('accepts any last_update_id and number of days', async () => {
      const large = Number.MAX_SAFE_INTEGER;
      expect(await reported(owner, { last_update_id: large })).toMatchObject({
        presences: {},
        presence_last_update_id: large,
      });
      expect(await seen(owner, { history_limit_days: large })).toHaveProperty(`${owner.userId}`);
    });

    test('of a bot is refused', async () => {
      const bot = await createUser(app, realm, { bot: { type: 1, ownerId: owner.userId } });
      expect(refusal(await report(bot))).toEqual([400, 'BAD_REQUEST']);
      expect(await seen(owner)).not.toHaveProperty(`${bot.userId}`);
    });

    test('of many users at once is stored for each of them', async () => {
      const people = await Promise.all(Array.from({ length: 12 }, () => createUser(app, realm)));
      await Promise.all(people.map((person, index) => ping(person, index % 2 ? 'idle' : 'active')));
      const presences = await seen(owner);
      for (const [index, { userId }] of people.entries()) {
        expectRecent(presences[userId]?.idle_timestamp);
        if (index % 2 === 0) expectRecent(presences[userId]?.active_timestamp);
      }
    });
  });

  describe('last_update_id', () => {
    test('requests later updates', async () => {
      await ping(member);
      const first = await reported(owner, { last_update_id: -1 });
      const id = first['presence_last_update_id'] as number;
      expect(await reported(owner, { last_update_id: id })).toMatchObject({
        presences: {},
        presence_last_update_id: id,
      });
      await ping(guest);
      const later = await reported(owner, { last_update_id: id });
      expect(Object.keys(later['presences'] as object)).toEqual([`${guest.userId}`]);
      expect(later['presence_last_update_id']).toBeGreaterThan(id);
      app.clock.advance(60);
      await ping(member);
      const last = await reported(owner, {
        last_update_id: later['presence_last_update_id'] as number,
      });
      expect(Object.keys(last['presences'] as object).map(Number)).toEqual([
        owner.userId,
        member.userId,
      ]);
    });

    test('misses nothing while all users report', async () => {
      const people = await Promise.all(Array.from({ length: 8 }, () => createUser(app, realm)));
      const found: Presences = {};
      let id = -1;
      let isOver = false;
      const reading = (async () => {
        for (let last = false; !last;) {
          last = isOver;
          const body = await reported(owner, { status: 'idle', last_update_id: id });
          id = body['presence_last_update_id'] as number;
          Object.assign(found, body['presences']);
        }
      })();
      for (let round = 0; round < 5; round++) {
        await Promise.all(people.map((person) => ping(person)));
        app.clock.advance(60);
      }
      isOver = true;
      await reading;
      const all = await seen(owner);
      for (const { userId } of people) expect(found[userId]).toEqual(all[userId]);
    });
  });

  test('presences older than the history are omitted, but not with last_update_id', async () => {
    await ping(member);
    const { presence_last_update_id: before } = await reported(member, { last_update_id: -1 });
    app.clock.advance(60);
    await ping(guest);
    app.clock.advance(10 * DAY);
    expect(await seen(owner)).toHaveProperty(`${guest.userId}`);
    expect(await seen(owner, { history_limit_days: 9 })).not.toHaveProperty(`${guest.userId}`);
    app.clock.advance(5 * DAY);
    expect(Object.keys(await seen(owner))).toEqual([`${owner.userId}`]);
    expect(await seen(owner, { history_limit_days: 16 })).toHaveProperty(`${guest.userId}`);
    expect(
      await seen(owner, { last_update_id: before as number, history_limit_days: 1 }),
    ).toHaveProperty(`${guest.userId}`);
    const list = await owner.client.expect('GET', 'realm/presence');
    expect(Object.keys(list['presences'] as object)).toEqual([owner.email]);
  });

  test('the list of the organization has the legacy form', async () => {
    await ping(member);
    const body = await guest.client.expect('GET', 'realm/presence');
    const same = { client: 'website', status: 'active', timestamp: expect.any(Number) };
    expect(body['presences']).toEqual({
      [member.email]: { aggregated: same, website: { ...same, pushable: false } },
    });
    const foreignOwner = (await createRealm(app)).owner;
    expect((await foreignOwner.client.expect('GET', 'realm/presence'))['presences']).toEqual({});
  });

  describe('the presence of one user', () => {
    function ask(user: TestUser, name: number | string): Promise<Answer> {
      return user.client.get(`users/${encodeURIComponent(name)}/presence`);
    }

    test('has both forms, by id and by email', async () => {
      await ping(member);
      const recent = { status: 'active', timestamp: expect.any(Number) };
      for (const name of [member.userId, member.email, `user${member.userId}@${realm.host}`]) {
        const { body } = await ask(guest, name);
        expect(body).toMatchObject({
          presence: { website: recent, aggregated: recent },
          server_timestamp: expect.any(Number),
        });
        const { active_timestamp: active, idle_timestamp: idle } = body['presence'] as Modern;
        expectRecent(active);
        expectRecent(idle);
      }
    });

    test('becomes offline after 200 seconds', async () => {
      await ping(member);
      app.clock.advance(150);
      expect((await ask(owner, member.userId)).body).toMatchObject({
        presence: { aggregated: { status: 'active' } },
      });
      app.clock.advance(60);
      expect((await ask(owner, member.userId)).body).toMatchObject({
        presence: { website: { status: 'active' }, aggregated: { status: 'offline' } },
      });
    });

    test('does not exist for bots, foreign users, deactivated users and users without reports', async () => {
      const bot = await createUser(app, realm, { bot: { type: 1, ownerId: owner.userId } });
      const gone = await createUser(app, realm);
      await ping(gone);
      await owner.client.expect('DELETE', `users/${gone.userId}`);
      const foreignOwner = (await createRealm(app)).owner;
      await ping(foreignOwner);
      const names = [
        bot.userId,
        gone.userId,
        foreignOwner.userId,
        foreignOwner.email,
        member.userId,
      ];
      for (const name of [...names, 99_999_999, 'nobody@example.com', 'me']) {
        expect(refusal(await ask(owner, name))).toEqual([400, 'BAD_REQUEST']);
      }
    });
  });

  test('deactivated users are in no list, and return with their account', async () => {
    await ping(member);
    await owner.client.expect('DELETE', `users/${member.userId}`);
    expect(refusal(await report(member))).toEqual([401, 'UNAUTHORIZED']);
    app.clock.advance(6);
    expect(await seen(owner)).not.toHaveProperty(`${member.userId}`);
    await owner.client.expect('POST', `users/${member.userId}/reactivate`);
    app.clock.advance(6);
    expect(await seen(owner)).toHaveProperty(`${member.userId}`);
  });

  test('muting changes nothing', async () => {
    await ping(member);
    await owner.client.expect('POST', `users/me/muted_users/${member.userId}`);
    expect(await seen(owner)).toHaveProperty(`${member.userId}`);
    expect(await seen(member)).toHaveProperty(`${owner.userId}`);
  });

  test('nothing is stored for users who disabled presence', async () => {
    await ping(member);
    await member.client.expect('PATCH', 'settings', { presence_enabled: false });
    const before = (await seen(owner))[member.userId];
    app.clock.advance(200);
    const body = await reported(member, { last_update_id: -1 });
    expect(body['presences']).toHaveProperty(`${owner.userId}`);
    expect((await seen(owner))[member.userId]).toEqual(before);
    await member.client.expect('PATCH', 'settings', { presence_enabled: true });
    app.clock.advance(6);
    await ping(member);
    expectRecent((await seen(owner))[member.userId]?.active_timestamp);
  });

  test.each([
    ['settings', 'PATCH', { presence_enabled: false }],
    ['users/me/status', 'POST', { away: true }],
  ] as const)('users who disable presence appear offline at once (%s)', async (...how) => {
    const [path, method, parameters] = how;
    await ping(member);
    const first = await reported(owner, { last_update_id: -1 });
    const lastUpdateId = first['presence_last_update_id'] as number;
    const queue = await TestQueue.register(owner.client, {
      event_types: ['presence'],
      slim_presence: true,
      client_capabilities: {
        notification_settings_null: true,
        simplified_presence_events: true,
      },
    });
    await member.client.expect(method, path, parameters);
    const gone = app.clock.now().getTime() / 1000 - 200;
    const times = async (): Promise<number[]> => {
      const { presences } = await reported(owner, { last_update_id: lastUpdateId });
      const { active_timestamp: active, idle_timestamp: idle } = (
        presences as Record<number, { active_timestamp: number; idle_timestamp: number }>
      )[member.userId]!;
      return [active, idle];
    };
    for (const time of await times()) expect(time).toBeLessThan(gone);
    const [events] = (await queue.all()).filter(({ type }) => type === 'presence');
    expect(events).toMatchObject({ presences: { [member.userId]: expect.anything() } });
    const { presence } = await owner.client.expect('GET', `users/${member.userId}/presence`);
    expect(presence).toMatchObject({ aggregated: { status: 'offline' } });
    await ping(member);
    for (const time of await times()) expect(time).toBeLessThan(gone);
  });

  test('nothing is stored or published where the organization has disabled presence', async () => {
    await ping(member);
    await changeRealmSettings(app, realm, { presence_disabled: true });
    app.clock.advance(200);
    expect(await reported(owner, { last_update_id: -1 })).toMatchObject({
      presences: {},
      presence_last_update_id: -1,
    });
    const one = await owner.client.get(`users/${member.userId}/presence`);
    expect(refusal(one)).toEqual([400, 'BAD_REQUEST']);
    const state = await owner.client.expect('POST', 'register', {
      fetch_event_types: ['presence'],
    });
    expect(state).toMatchObject({ presences: {}, presence_last_update_id: -1 });
    await changeRealmSettings(app, realm, { presence_disabled: false });
    expect(Object.keys(await seen(guest)).map(Number)).toEqual([member.userId, guest.userId]);
  });

  describe('a guest with a limited view', () => {
    beforeEach(async () => {
      const rows = await app.dataSource.query<{ id: number }[]>(
        `SELECT id FROM user_groups WHERE realm_id = $1 AND name = 'role:members'`,
        [realm.realmId],
      );
      await changeRealmSettings(app, realm, { can_access_all_users_group: rows[0]!.id });
      await subscribe(member, unique('channel'), {
        principals: [member.userId, guest.userId],
      });
    });

    test('sees accessible users', async () => {
      await ping(owner);
      await ping(member);
      expect(Object.keys(await seen(guest)).map(Number)).toEqual([member.userId, guest.userId]);
      expect(Object.keys(await seen(member)).map(Number)).toEqual([
        owner.userId,
        member.userId,
        guest.userId,
      ]);
      const list = await guest.client.expect('GET', 'realm/presence');
      expect(list['presences']).not.toHaveProperty([owner.email]);
      const hidden = await guest.client.get(`users/${owner.userId}/presence`);
      expect(refusal(hidden)).toEqual([400, 'BAD_REQUEST']);
      await guest.client.expect('GET', `users/${member.userId}/presence`);
    });

    test('receives no presence and no update ids of hidden users', async () => {
      const listener = await listen(app, realm, guest, { event_types: ['presence'] });
      const { presence_last_update_id: id } = await reported(guest, { last_update_id: -1 });
      await listener.take();
      await ping(owner);
      expect(await listener.take()).toEqual([]);
      expect(await reported(guest, { last_update_id: id as number })).toMatchObject({
        presences: {},
        presence_last_update_id: id,
      });
      await ping(member);
      expect(await listener.take()).toMatchObject([{ user_id: member.userId }]);
    });
  });

  describe('events', () => {
    test.each([
      [false, true],
      [true, false],
    ])('name the user by email unless slim_presence is set (%s)', async (isSlim, hasEmail) => {
      const queue = await TestQueue.register(guest.client, {
        event_types: ['presence'],
        slim_presence: isSlim,
      });
      await ping(owner);
      const [event] = (await queue.all()).filter(({ type }) => type === 'presence');
      expect(event).toEqual({
        id: expect.any(Number),
        type: 'presence',
        user_id: owner.userId,
        ...(hasEmail && { email: owner.email }),
        server_timestamp: expect.any(Number),
        presence: { website: expect.objectContaining({ status: 'active' }) },
      });
    });

    test('update the state of every client', async () => {
      const observers = observersOf(realm, { owner, member, guest });
      const events = await verifyEvents(app, observers, async () => {
        await ping(owner);
        await ping(member, 'idle');
      });
      const modern = events.get('guest')!.filter(({ type }) => type === 'presence');
      expect(modern).toMatchObject([
        { presences: { [owner.userId]: { active_timestamp: expect.any(Number) } } },
        { presences: { [member.userId]: { idle_timestamp: expect.any(Number) } } },
      ]);
      const old = events.get('guest with an old client')!.filter(({ type }) => type === 'presence');
      expect(old[0]).toEqual({
        id: expect.any(Number),
        type: 'presence',
        user_id: owner.userId,
        email: owner.email,
        server_timestamp: expect.any(Number),
        presence: {
          website: {
            client: 'website',
            status: 'active',
            timestamp: expect.any(Number),
            pushable: false,
          },
        },
      });
    });

    test('of deactivated and reactivated users match the state', async () => {
      const observers = observersOf(realm, { owner, guest });
      await ping(member);
      const path = `users/${member.userId}`;
      await verifyEvents(app, observers, () => owner.client.expect('DELETE', path));
      expect(await seen(owner)).not.toHaveProperty(String(member.userId));
      const events = await verifyEvents(app, observers, () =>
        owner.client.expect('POST', `${path}/reactivate`),
      );
      expect(events.get('guest')).toContainEqual(expect.objectContaining({ type: 'presence' }));
      expect(await seen(owner)).toHaveProperty(String(member.userId));
    });

    test('match the state when an organization disables and enables presence', async () => {
      const observers = observersOf(realm, { owner, guest });
      await ping(member);
      app.clock.advance(20 * DAY);
      await ping(guest);
      const wants = (isDisabled: boolean): Promise<unknown> =>
        owner.client.expect('PATCH', 'realm', { presence_disabled: isDisabled });
      await verifyEvents(app, observers, () => wants(true));
      expect(await seen(owner)).toEqual({});
      const events = await verifyEvents(app, observers, () => wants(false));
      expect(events.get('owner')!.filter(({ type }) => type === 'presence')).toHaveLength(1);
      await ping(member);
      await verifyEvents(app, observers, () => wants(true));
      const together = await verifyEvents(app, observers, () => wants(false));
      const presences = (observer: string): unknown[] =>
        together.get(observer)!.filter(({ type }) => type === 'presence');
      const both = { [guest.userId]: expect.anything(), [member.userId]: expect.anything() };
      expect(presences('owner')).toMatchObject([{ presences: both }]);
      expect(presences('owner with an old client')).toHaveLength(2);
      expect(Object.keys(await seen(owner))).toContain(String(guest.userId));
    });

    test('are published for a first report, and for a report after 130 seconds', async () => {
      const listener = await listen(app, realm, owner, { event_types: ['presence'] });
      const count = async (): Promise<number> => (await listener.take()).length;
      await ping(member, 'idle');
      expect(await count()).toBe(1);
      await ping(member, 'idle');
      expect(await count()).toBe(0);
      await ping(member);
      expect(await count()).toBe(1);
      app.clock.advance(120);
      await ping(member);
      expect(await count()).toBe(0);
      app.clock.advance(140);
      await ping(member, 'idle');
      expect(await count()).toBe(0);
      await ping(member);
      expect(await count()).toBe(1);
    });

    test('are for organizations of up to a hundred', async () => {
      const listener = await listen(app, realm, owner, { event_types: ['presence'] });
      await createPeople(app, realm, 97);
      app.clock.advance(6);
      await ping(member);
      expect(await listener.take()).toHaveLength(1);
      await createPeople(app, realm, 1);
      app.clock.advance(200);
      await ping(member);
      expect(await listener.take()).toEqual([]);
      expectRecent((await seen(owner))[member.userId]?.active_timestamp);
    });
  });

  test('the registered state has the requested form and history', async () => {
    await ping(member);
    app.clock.advance(3 * DAY);
    await ping(guest);
    const state = (parameters: Parameters): Promise<Record<string, unknown>> =>
      owner.client.expect('POST', 'register', { fetch_event_types: ['presence'], ...parameters });
    const old = await state({});
    expect(Object.keys(old['presences'] as object)).toEqual([member.email, guest.email]);
    const modern = await state({ slim_presence: true });
    expect(Object.keys(modern['presences'] as object).map(Number)).toEqual([
      member.userId,
      guest.userId,
    ]);
    const short = await state({ presence_history_limit_days: 1 });
    expect(Object.keys(short['presences'] as object)).toEqual([guest.email]);
    expect(short['server_timestamp']).toEqual(expect.any(Number));
    const id = modern['presence_last_update_id'] as number;
    expect(await reported(owner, { last_update_id: id, status: 'idle' })).toMatchObject({
      presences: { [owner.userId]: { idle_timestamp: expect.any(Number) } },
    });
  });

  test('another process has the same presences', async () => {
    const another = await app.startAnother();
    try {
      await ping(member);
      const other = new Client(another.port, realm.host, owner);
      const body = await other.expect('POST', 'users/me/presence', {
        status: 'active',
        last_update_id: -1,
      });
      expect(Object.keys(body['presences'] as object).map(Number)).toEqual([
        owner.userId,
        member.userId,
      ]);
    } finally {
      await another.close();
    }
  });

  if (backend === 'PostgreSQL') {
    test('changes are found by an index', async () => {
      const people = await createPeople(app, realm, 3_000);
      await app.dataSource.query(
        `INSERT INTO presences (user_id, realm_id, last_connected_at, update_id)
         SELECT user_id, $2, now(), ordinality
         FROM unnest($1::integer[]) WITH ORDINALITY AS u (user_id)`,
        [people, realm.realmId],
      );
      await app.dataSource.query('ANALYZE presences');
      await ping(member);
      const { presence_last_update_id: id } = await reported(owner, { last_update_id: 2_990 });
      expect(id).toBeGreaterThan(3_000);
      const store = app.app.get(PresenceStore);
      const read = (): Promise<unknown> => store.changedAfter(realm.realmId, 2_990);
      const plans = await explain(app, read, 'presences');
      expectCheap(plans, 50, ['presences']);
    });
  } else {
    test('PostgreSQL has the presences too, in case Redis loses them', async () => {
      const redis = app.app.get<Redis>(REDIS);
      await ping(member);
      await app.app.get(PresenceWorker).save();
      const before = await reported(owner, { last_update_id: -1 });
      await redis.flushdb();
      expect((await seen(owner))[member.userId]).toEqual(
        (before['presences'] as Presences)[member.userId],
      );
      await ping(guest);
      expect(
        await seen(owner, { last_update_id: before['presence_last_update_id'] as number }),
      ).toHaveProperty(`${guest.userId}`);
    });

    test('requests succeed while Redis is unavailable, and their data is in Redis afterwards', async () => {
      await ping(owner);
      const redis = app.app.get<Redis>(REDIS);
      redis.disconnect();
      await ping(member);
      expect(await seen(owner)).toHaveProperty(`${member.userId}`);
      await redis.connect();
      const presences = await seen(guest);
      expect(presences).toHaveProperty(`${owner.userId}`);
      expectRecent(presences[member.userId]?.active_timestamp);
    });
  }
});
