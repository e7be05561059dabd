import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Redis } from 'ioredis';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import type { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import { connectRedis } from '#platform/redis.js';
import type { ApiError } from './api-error.js';
import { RateLimiter } from './rate-limiter.js';

const config = (rateLimits: 'on' | 'off'): Config => ({ rateLimits }) as Config;

async function outcomes(limiter: RateLimiter, times: number): Promise<string[]> {
  const seen: string[] = [];
  for (let i = 0; i < times; i++) {
    seen.push(
      await limiter.consume('password', 'someone').then(
        () => 'ok',
        (error: unknown) => (error as { code: string }).code,
      ),
    );
  }
  return seen;
}

const FIVE_THEN_NO_MORE = ['ok', 'ok', 'ok', 'ok', 'ok', 'RATE_LIMIT_HIT', 'RATE_LIMIT_HIT'];

describe('the rate limiter', () => {
  it('counts in memory without Redis, and can be reset', async () => {
    const limiter = new RateLimiter(config('on'), new Clock());
    expect(await outcomes(limiter, 7)).toEqual(FIVE_THEN_NO_MORE);
    await limiter.reset('password', 'someone');
    expect(await outcomes(limiter, 1)).toEqual(['ok']);
  });

  it('counts in memory while Redis is unreachable', async () => {
    const redis = new Redis({ port: 1, lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    const limiter = new RateLimiter(config('on'), new Clock(), redis);
    expect(await outcomes(limiter, 7)).toEqual(FIVE_THEN_NO_MORE);
    redis.disconnect();
  });

  it('counts in memory without delay when Redis does not respond', async () => {
    const sockets = new Set<Socket>();
    let isSilent = false;
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        const commands = chunk.toString().match(/^\*\d+\r$/gm) ?? [];
        if (!isSilent) socket.write('+OK\r\n'.repeat(commands.length));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const redis = connectRedis(`redis://127.0.0.1:${port}`, pino({ level: 'silent' }))!;
    try {
      await once(redis, 'ready');
      isSilent = true;
      const limiter = new RateLimiter(config('on'), new Clock(), redis);
      expect(await outcomes(limiter, 7)).toEqual(FIVE_THEN_NO_MORE);
    } finally {
      redis.disconnect();
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  }, 20_000);

  it('has no limits when it is off', async () => {
    const limiter = new RateLimiter(config('off'), new Clock());
    expect(new Set(await outcomes(limiter, 50))).toEqual(new Set(['ok']));
  });
});

describe('requests of a user', () => {
  const passed = async (limiter: RateLimiter, times: number): Promise<number> => {
    const results = await Promise.allSettled(
      Array.from({ length: times }, () => limiter.consume('user', '7')),
    );
    return results.filter(({ status }) => status === 'fulfilled').length;
  };

  it('are limited exactly in one process, whether they are concurrent or not', async () => {
    const limiter = new RateLimiter(config('on'), new Clock());
    expect(await passed(limiter, 3)).toBe(3);
    for (let i = 0; i < 100; i++) expect(await passed(limiter, 1)).toBe(1);
    expect(await passed(limiter, 300)).toBe(97);
    expect(await passed(limiter, 20)).toBe(0);
  });
});

describe('a clock that jumps', () => {
  const HOUR_MS = 3_600_000;

  // Only the clock is replaced: timers use the real time.
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: [
        'clearImmediate',
        'clearInterval',
        'clearTimeout',
        'hrtime',
        'nextTick',
        'performance',
        'queueMicrotask',
        'setImmediate',
        'setInterval',
        'setTimeout',
      ],
    });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  function jump(ms: number): void {
    jest.setSystemTime(Date.now() + ms);
  }

  it('back, neither extends nor removes a limit', async () => {
    const limiter = new RateLimiter(config('on'), new Clock());
    for (const hours of [5, 1, 24 * 365]) {
      await limiter.reset('password', 'someone');
      expect(await outcomes(limiter, 7)).toEqual(FIVE_THEN_NO_MORE);
      jump(-hours * HOUR_MS);
      expect(await outcomes(limiter, 7)).toEqual(FIVE_THEN_NO_MORE);
      expect(await secondsToWait(limiter)).toBeLessThanOrEqual(1800);
    }
  });

  it('back by less than the elapsed time, does not change the count', async () => {
    const limiter = new RateLimiter(config('on'), new Clock());
    await outcomes(limiter, 1);
    jump(HOUR_MS / 4);
    await outcomes(limiter, 4);
    jump(-HOUR_MS / 4);
    expect(await outcomes(limiter, 1)).toEqual(['RATE_LIMIT_HIT']);
  });

  it('forward, resets the count once', async () => {
    const limiter = new RateLimiter(config('on'), new Clock());
    expect(await outcomes(limiter, 7)).toEqual(FIVE_THEN_NO_MORE);
    jump(5 * HOUR_MS);
    expect(await outcomes(limiter, 7)).toEqual(FIVE_THEN_NO_MORE);
    expect(await secondsToWait(limiter)).toBeLessThanOrEqual(1800);
  });

  it('back and forth, allows at most one full count for each jump', async () => {
    const limiter = new RateLimiter(config('on'), new Clock());
    const passed: string[] = [];
    for (let turn = 0; turn < 10; turn++) {
      passed.push(...(await outcomes(limiter, 20)));
      jump(turn % 2 === 0 ? -2 * HOUR_MS : 2 * HOUR_MS);
    }
    expect(passed.filter((outcome) => outcome === 'ok').length).toBeLessThanOrEqual(10 * 5);
  });
});

async function secondsToWait(limiter: RateLimiter): Promise<number> {
  const error: unknown = await limiter.consume('password', 'someone').catch((e: unknown) => e);
  return (error as ApiError).data['retry-after'] as number;
}
