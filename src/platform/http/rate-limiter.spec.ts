import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import type { Config } from '#config/config.js';
import { Clock } from '#platform/clock.js';
import { connectRedis } from '#platform/redis.js';
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

  it('counts in memory when Redis falls silent, and holds nobody up', async () => {
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

  it('lets everything pass when it is switched off', async () => {
    const limiter = new RateLimiter(config('off'), new Clock());
    expect(new Set(await outcomes(limiter, 50))).toEqual(new Set(['ok']));
  });
});
