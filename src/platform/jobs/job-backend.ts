// Where BullMQ keeps its jobs: PostgreSQL (schema `bullmq`), or Redis when there is one.
// Every queue and worker of a process shares the few connections that are opened here.
import type { OnApplicationShutdown } from '@nestjs/common';
import {
  type ConnectionOptions,
  createPostgresBackend,
  createRedisBackend,
  isNotConnectionError,
  isPgPool,
  type Queue,
  runMigrations,
  setDefaultBackendFactory,
  Worker,
} from 'bullmq';
import type { Redis } from 'ioredis';
import pTimeout from 'p-timeout';
import pg from 'pg';
import type { PinoLogger } from 'nestjs-pino';
import { randomId } from '#platform/crypto.js';
import type { DatabaseConnection } from '#platform/database/data-source.js';
import { patientConnection } from '#platform/redis.js';

const SCHEMA = 'bullmq';
const REDIS_PREFIX = 'parley';
const MEMORY_MARK = `${REDIS_PREFIX}:jobs:mark`;
const CLOSE_MS = 1000;

/** What a BullMQ Queue or Worker needs to know of the backend. */
export interface BullConnection {
  connection: ConnectionOptions;
  prefix: string;
}

// One process can serve both kinds (tests do): what the connection is decides.
setDefaultBackendFactory((name, options, purpose) =>
  isPgPool(options.connection)
    ? createPostgresBackend(name, { ...options, connection: options.connection }, purpose)
    : createRedisBackend(name, options, purpose),
);

export class JobBackend implements OnApplicationShutdown {
  private workerRedis: Redis | undefined;

  private constructor(
    private readonly pool: pg.Pool,
    private readonly redis: Redis | undefined,
  ) {}

  /** Brings BullMQ's own schema up to date before the first queue or worker can look at it. */
  static async open(
    database: DatabaseConnection,
    redis: Redis | undefined,
    queues: number,
    logger: PinoLogger,
  ): Promise<JobBackend> {
    const pool = new pg.Pool({
      ...withSearchPath(database),
      application_name: 'parley jobs',
      keepAlive: true,
      allowExitOnIdle: true,
      // Each worker listens on a connection of its own; the rest is for short statements.
      max: queues + 4,
    });
    // Every queue and worker of BullMQ listens too, however many there are.
    pool.setMaxListeners(0);
    // Connections still close after `end`: what they hear of a server that stops is no news.
    pool.on('error', (error) => {
      if (!pool.ending) logger.warn({ err: error }, 'A job connection was lost');
    });
    if (!redis) {
      const client = await pool.connect();
      try {
        await runMigrations(client, SCHEMA);
      } finally {
        client.release();
      }
    }
    return new JobBackend(pool, redis);
  }

  get forQueues(): BullConnection {
    return bullConnection(this.redis ?? this.pool);
  }

  get forWorkers(): BullConnection {
    if (!this.redis) return bullConnection(this.pool);
    if (!this.workerRedis) {
      // A worker waits for Redis as long as it takes; only a request must fail fast.
      this.workerRedis = patientConnection(this.redis);
    }
    return bullConnection(this.workerRedis);
  }

  /**
   * Names the memory in which the jobs are. It changes when jobs may have been lost: another
   * backend, a Redis that was flushed, or one that was restarted (it may forget its last second).
   */
  async memory(): Promise<string> {
    if (!this.redis) return 'postgresql';
    await this.redis.set(MEMORY_MARK, randomId(), 'NX');
    const [mark, info] = await Promise.all([
      this.redis.get(MEMORY_MARK),
      this.redis.info('server'),
    ]);
    const run = /run_id:(\w+)/.exec(info)?.[1] ?? '';
    return `redis ${mark} ${run}`;
  }

  async onApplicationShutdown(): Promise<void> {
    this.workerRedis?.disconnect();
    const closed = Promise.allSettled([this.pool.end()]);
    await pTimeout(closed, { milliseconds: CLOSE_MS, message: false });
  }
}

function bullConnection(connection: pg.Pool | Redis): BullConnection {
  return { connection, prefix: REDIS_PREFIX };
}

/** Logs what goes wrong in a queue or worker. A lost connection is reported by who holds it. */
export function reportTrouble(source: Queue | Worker, logger: PinoLogger): void {
  const report = (error: Error): void => {
    const level = isNotConnectionError(error) ? 'warn' : 'debug';
    logger[level]({ err: error, queue: source.name }, 'A queue is in trouble');
  };
  if (source instanceof Worker) source.on('error', report);
  else source.on('error', report);
}

/** BullMQ's statements name their tables without a schema. */
function withSearchPath(database: DatabaseConnection): pg.PoolConfig {
  const options = `-c search_path=${SCHEMA}`;
  if (!('url' in database)) return { ...database, options };
  const url = new URL(database.url);
  const given = url.searchParams.get('options');
  url.searchParams.delete('options');
  return { connectionString: url.href, options: given ? `${given} ${options}` : options };
}
