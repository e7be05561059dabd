// The numbered databases of the Redis in REDIS_URL. Each Jest worker has one for every use, so that
// emptying one does not affect the others.
import { createLogger } from '#platform/logging.js';
import { connectRedis } from '#platform/redis.js';

const USES = ['shared', 'shared with mail', 'own', 'processes'] as const;
export type RedisUse = (typeof USES)[number];

/** With more workers than this, Redis's sixteen databases would not suffice. */
const MAX_WORKERS = 4;

/** Undefined without a Redis. */
export function redisUrlFor(use: RedisUse): string | undefined {
  const base = process.env['REDIS_URL'];
  if (!base) return undefined;
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 1) % MAX_WORKERS;
  const url = new URL(base);
  url.pathname = `/${USES.indexOf(use) * MAX_WORKERS + worker}`;
  return url.href;
}

/** Returns the address of the emptied database; undefined without a Redis. */
export async function emptyRedis(use: RedisUse): Promise<string | undefined> {
  const url = redisUrlFor(use);
  const redis = connectRedis(url, createLogger('silent'));
  await redis?.flushdb();
  redis?.disconnect();
  return url;
}
