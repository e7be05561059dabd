// The shared Redis connection of a process, or undefined when no REDIS_URL is set.
// A Redis that goes away, or falls silent, comes back by itself; commands fail fast meanwhile instead
// of piling up.
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { StartupError } from './startup-error.js';

/** Injection token of the shared connection: `Redis | undefined`. */
export const REDIS = Symbol('Redis');

const PROBE_MS = 5000;
/** Who has not answered for so long does not answer; the connection is opened anew. */
const SILENCE_MS = 2000;

export function connectRedis(url: string | undefined, logger: Logger): Redis | undefined {
  if (!url) return undefined;
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: true,
    connectTimeout: SILENCE_MS,
    commandTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
  });
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

/** A connection of its own for commands that wait as long as it takes, such as those for jobs. */
export function patientConnection(redis: Redis): Redis {
  const patient = redis.duplicate({
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    socketTimeout: undefined,
  });
  // Whoever shares the other connection has heard of it.
  patient.on('error', () => undefined);
  return patient;
}

/** Returns what Redis says about itself (INFO). Throws a StartupError when it can not be used. */
export async function probeRedis(url: string): Promise<string> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PROBE_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let reason: Error | undefined;
  redis.on('error', (error: Error) => {
    reason ??= error;
  });
  try {
    await redis.connect();
    return await redis.info();
  } catch (error) {
    const { message } = reason ?? (error as Error);
    throw new StartupError(
      `can not reach Redis at ${new URL(url).host}: ${message}; check REDIS_URL and that the server runs`,
    );
  } finally {
    redis.disconnect();
  }
}
