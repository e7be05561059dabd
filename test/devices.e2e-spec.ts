// The devices that clients register: ownership, stored data and events.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { sharedTestApp } from './app.js';
import type { Answer } from './client.js';
import { createRealm, type TestRealm, type TestUser } from './factories.js';
import { createScene } from './scene.js';
import { observersOf, verifyEvents } from './verify-events.js';

const test = await sharedTestApp();

let realm: TestRealm;
let member: TestUser;

beforeEach(async () => {
  ({ realm, member } = await createScene(test, { member: {} }));
});

const LABELS = {
  device_name: 'Sample Phone',
  device_kind: 'mobile',
  platform: 'android',
  os_name: 'Android',
  os_version: '16',
  client_name: 'Sample Client',
  client_version: '1.2',
  browser_name: 'none',
};

async function register(labels: object = {}, user = member): Promise<number> {
  const body = await user.client.expect('POST', 'register_client_device', { ...labels });
  return body['device_id'] as number;
}

async function devices(user = member): Promise<object> {
  const body = await user.client.expect('POST', 'register', { fetch_event_types: ['device'] });
  return body['devices'] as object;
}

async function stored(id: number): Promise<Record<string, unknown>> {
  const [row] = await test.dataSource.query<Record<string, unknown>[]>(
    'SELECT * FROM client_devices WHERE id = $1',
    [id],
  );
  return row!;
}

function failure({ status, body }: Answer): unknown[] {
  return [status, body['code']];
}

const REFUSED = [400, 'BAD_REQUEST'];

describe('a device', () => {
  it('is listed for its owner, without a registration for notifications', async () => {
    const [first, second] = [await register(LABELS), await register()];
    const nothing = {
      push_key_id: null,
      push_token_id: null,
      pending_push_token_id: null,
      push_token_last_updated_timestamp: null,
      push_registration_error_code: null,
    };
    expect(await devices()).toEqual({ [first]: nothing, [second]: nothing });
    expect(await devices(realm.owner)).toEqual({});
    expect(await stored(first)).toMatchObject({ ...LABELS, user_id: member.userId });
  });

  it('is updated by its id, and keeps omitted properties', async () => {
    const id = await register(LABELS);
    const before = await stored(id);
    test.clock.advance(60);
    expect(await register({ device_id: id, os_version: '17' })).toBe(id);
    const after = await stored(id);
    expect(after).toMatchObject({ ...LABELS, os_version: '17', created_at: before['created_at'] });
    expect(Number(after['last_seen_at'])).toBeGreaterThan(Number(before['last_seen_at']));
    expect(Object.keys(await devices())).toEqual([`${id}`]);
  });

  it('can be removed', async () => {
    const id = await register();
    await member.client.expect('POST', 'remove_client_device', { device_id: id });
    expect(await devices()).toEqual({});
    const again = await member.client.post('remove_client_device', { device_id: id });
    expect(failure(again)).toEqual(REFUSED);
  });

  it('of another user is like one that does not exist', async () => {
    const foreignOwner = (await createRealm(test)).owner;
    const ids = [await register({}, realm.owner), await register({}, foreignOwner), 99_999_999];
    for (const device_id of ids) {
      for (const operation of ['register_client_device', 'remove_client_device']) {
        const answer = await member.client.post(operation, { device_id });
        expect(failure(answer)).toEqual(REFUSED);
        expect(answer.body['msg']).toBe('You have no such device');
      }
    }
    expect(await devices(realm.owner)).toHaveProperty(`${ids[0]!}`);
  });

  it.each([
    { device_kind: 'watch' },
    { platform: 'beos' },
    { device_name: 'x'.repeat(101) },
    { device_id: 'mine' },
    { device_id: -1 },
    { device_id: 2 ** 31 },
  ])('is not registered with %j', async (labels) => {
    expect(failure(await member.client.post('register_client_device', labels))).toEqual(REFUSED);
    expect(await devices()).toEqual({});
  });

  it('is removed by its id only', async () => {
    const answer = await member.client.post('remove_client_device', {});
    expect(failure(answer)).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
  });

  it('is one of at most 500', async () => {
    await test.dataSource.query(
      `INSERT INTO client_devices (user_id, created_at, last_seen_at)
       SELECT $1, now(), now() FROM generate_series(1, 499)`,
      [member.userId],
    );
    const id = await register();
    expect(failure(await member.client.post('register_client_device', {}))).toEqual(REFUSED);
    expect(await register({ device_id: id })).toBe(id);
  });
});

it('events are published to the owner only', async () => {
  const observers = observersOf(realm, { member, owner: realm.owner });
  let id = 0;
  const seen = await verifyEvents(test, observers, async () => {
    const other = await register(LABELS);
    id = await register();
    await register({ device_id: other, os_version: '17' });
    await member.client.expect('POST', 'remove_client_device', { device_id: other });
  });
  const events = seen.get('member')!.filter(({ type }) => type === 'device');
  expect(events.map(({ op }) => op)).toEqual(['add', 'add', 'remove']);
  expect(events[1]).toMatchObject({ device_id: id });
  expect(seen.get('owner')!.filter(({ type }) => type === 'device')).toEqual([]);
});
