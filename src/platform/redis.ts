// The shared Redis connection of a process, or undefined when no REDIS_URL is set.
// A Redis that goes away comes back by itself; commands fail fast meanwhile instead of piling up.
import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Injection token of the shared connection: `Redis | undefined`. */
export const REDIS = Symbol('Redis');

export function connectRedis(url: string | undefined, logger: Logger): Redis | undefined {
  if (!url) return undefined;
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: true });
  let reported = false;
  redis.on('error', (error: Error) => {
    if (!reported) logger.error({ err: error }, 'Redis is out of reach; trying again');
    reported = true;
  });
  redis.on('ready', () => {
    if (reported) logger.warn('Redis is back');
    reported = false;
  });
  return redis;
}
