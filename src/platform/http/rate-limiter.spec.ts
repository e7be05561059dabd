import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import type { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import { RateLimiter } from './rate-limiter.js';

const config = (rateLimits: 'on' | 'off'): Config => ({ rateLimits }) as Config;

async function outcomes(limiter: RateLimiter, times: number): Promise<string[]> {
  const seen: string[] = [];
  for (let i = 0; i < times; i++) {
    seen.push(
      await limiter.consume('password', 'someone').then(
        () => 'ok',
        (error: { code: string }) => error.code,
      ),
    );
  }
  return seen;
}

const FIVE_THEN_NO_MORE = ['ok', 'ok', 'ok', 'ok', 'ok', 'RATE_LIMIT_HIT', 'RATE_LIMIT_HIT'];

describe('the rate limiter', () => {
  it('counts in memory without Redis, and can forget', async () => {
    const limiter = new RateLimiter(config('on'), new Clock());
    expect(await outcomes(limiter, 7)).toEqual(FIVE_THEN_NO_MORE);
    await limiter.reset('password', 'someone');
    expect(await outcomes(limiter, 1)).toEqual(['ok']);
  });

  it('counts in memory while Redis is away', async () => {
    const redis = new Redis({ port: 1, lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    const limiter = new RateLimiter(config('on'), new Clock(), redis);
    expect(await outcomes(limiter, 7)).toEqual(FIVE_THEN_NO_MORE);
    redis.disconnect();
  });

  it('lets everything pass when it is switched off', async () => {
    const limiter = new RateLimiter(config('off'), new Clock());
    expect(new Set(await outcomes(limiter, 50))).toEqual(new Set(['ok']));
  });
});
