// Jumps of the clock, of this process and of Redis.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import type { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import { LongPolls } from '#platform/event-log/long-polls.js';
import type { ApiError } from '#platform/http/api-error.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { startTestApp, type TestApp } from './app.js';
import { TestQueue, until } from './event-queue.js';
import { createRealm, sendDirect, type TestRealm } from './factories.js';
import { endProcesses, hasOwnRedis, startRedis } from './server-process.js';

describe('a clock that jumps', () => {
  const HOUR = 3600;
  let test: TestApp;
  let realm: TestRealm;
  let moved = 0;
  beforeAll(async () => {
    test = await startTestApp();
    realm = await createRealm(test);
  });
  afterEach(() => jump(-moved));
  afterAll(() => test.close());

  function jump(seconds: number): void {
    test.clock.advance(seconds);
    moved += seconds;
  }

  it('back, loses no queues and events, and heartbeats continue', async () => {
    const queue = await TestQueue.register(realm.owner.client, { event_types: ['message'] });
    const waiting = queue.ask();
    const polls = test.app.get(LongPolls);
    await until(() => polls.waitingCount > 0);
    jump(-HOUR);
    expect((await waiting).body['events']).toMatchObject([{ type: 'heartbeat' }]);
    const id = await sendDirect(realm.owner, [realm.owner], 'an hour ago');
    expect(await queue.now()).toMatchObject([{ message: { id } }]);
  });

  it('back, leaves later reports of presence correct', async () => {
    const { client, userId } = realm.owner;
    const report = (): Promise<Record<string, unknown>> =>
      client.expect('POST', 'users/me/presence', { status: 'active', last_update_id: -1 });
    await report();
    jump(-HOUR);
    const { presences } = await report();
    expect(presences).toHaveProperty(String(userId));
    jump(HOUR);
    expect((await report())['presences']).toHaveProperty(String(userId));
  });

  it('back, leaves no outdated cache entries', async () => {
    const description = async (): Promise<unknown> => {
      const settings = await realm.anonymous.expect('GET', 'server_settings');
      return settings['realm_name'];
    };
    const before = await description();
    jump(-HOUR);
    // Without an event.
    await test.dataSource.query(`UPDATE realms SET name = 'Renamed' WHERE id = $1`, [
      realm.realmId,
    ]);
    expect(before).not.toBe('Renamed');
    expect(await description()).toBe('Renamed');
  });

  it('forward, deletes queues as idle, and their clients register again', async () => {
    const queue = await TestQueue.register(realm.owner.client);
    jump(HOUR);
    expect(await queue.ask()).toMatchObject({ body: { code: 'BAD_EVENT_QUEUE_ID' } });
    const again = await TestQueue.register(realm.owner.client, { event_types: ['message'] });
    const id = await sendDirect(realm.owner, [realm.owner], 'in an hour');
    expect(await again.now()).toMatchObject([{ message: { id } }]);
  });
});

const describeRedis = hasOwnRedis() ? describe : describe.skip;
describeRedis('a clock of Redis that is set back', () => {
  const FIVE_HOURS_MS = 5 * 3_600_000;
  afterAll(endProcesses);

  it('locks no user out for hours', async () => {
    const redis = new Redis(await startRedis());
    try {
      const limiter = new RateLimiter({ rateLimits: 'on' } as Config, new Clock(), redis);
      const attempt = (): Promise<unknown> =>
        limiter.consume('password', 'someone').then(
          () => 'ok',
          (error: unknown) => (error as ApiError).data['retry-after'],
        );
      for (let n = 0; n < 5; n++) expect(await attempt()).toBe('ok');
      expect(await attempt()).toBeLessThanOrEqual(1800);
      // Simulates a clock that was set back: keys that would expire in half an hour expire hours later.
      const [key] = await redis.keys('*');
      await redis.pexpire(key!, FIVE_HOURS_MS);
      for (let n = 0; n < 5; n++) expect(await attempt()).toBe('ok');
      expect(await attempt()).toBeLessThanOrEqual(1800);
    } finally {
      redis.disconnect();
    }
  });
});
