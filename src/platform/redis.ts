// The shared Redis connection of a process, or undefined when REDIS_URL is not set. It reconnects by
// itself; while Redis is unreachable or silent, commands fail fast instead of piling up.
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { StartupError } from './startup-error.js';

/** Injection token of the shared connection: `Redis | undefined`. */
export const REDIS = Symbol('Redis');

const PROBE_MS = 5000;
/** After this time without an answer the connection is opened again. */
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
    if (!reported) logger.error({ err: error }, 'Redis cannot be reached; retrying');
    reported = true;
  });
  redis.on('ready', () => {
    if (reported) logger.warn('Redis can be reached again');
    reported = false;
  });
  return redis;
}

/** A separate connection for commands without a timeout, such as blocking ones for jobs. */
export function patientConnection(redis: Redis): Redis {
  const patient = redis.duplicate({
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    socketTimeout: undefined,
  });
  // Reported by the shared connection.
  patient.on('error', () => undefined);
  return patient;
}

/** Returns the output of INFO. Throws a StartupError when Redis cannot be used. */
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
      `Redis at ${new URL(url).host} cannot be reached: ${message}. Check REDIS_URL and that the server runs.`,
    );
  } finally {
    redis.disconnect();
  }
}
