// The store of the BullMQ queues: PostgreSQL (schema `bullmq`), or Redis when REDIS_URL is set. All
// queues and workers of a process share the connections that are opened here.
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
const STORE_MARK = `${REDIS_PREFIX}:jobs:mark`;
const CLOSE_MS = 1000;

/** Options of a BullMQ Queue or Worker. */
export interface BullConnection {
  connection: ConnectionOptions;
  prefix: string;
}

// By the kind of connection, because one process can use both backends (tests do).
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

  /** Migrates BullMQ's schema first: a worker that finds an old one loops on errors. */
  static async open(
    database: DatabaseConnection,
    redis: Redis | undefined,
    queues: number,
    logger: PinoLogger,
  ): Promise<JobBackend> {
    const pool = new pg.Pool({
      ...withOptions(database),
      application_name: 'parley jobs',
      keepAlive: true,
      allowExitOnIdle: true,
      // Each worker listens on its own connection; the others run short statements.
      max: queues + 4,
    });
    // Every queue and worker adds listeners.
    pool.setMaxListeners(0);
    // After `end`, connections that close are expected.
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
      // Workers wait for Redis without limit; only requests must fail fast.
      this.workerRedis = patientConnection(this.redis);
    }
    return bullConnection(this.workerRedis);
  }

  /**
   * Identifies the store. The id changes when jobs may have been lost: with another backend, after Redis
   * was flushed, and after it was restarted (its last second may be missing).
   */
  async storeId(): Promise<string> {
    if (!this.redis) return 'postgresql';
    await this.redis.set(STORE_MARK, randomId(), 'NX');
    const [mark, info] = await Promise.all([this.redis.get(STORE_MARK), this.redis.info('server')]);
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

/** Logs the errors of a queue or worker. Lost connections are logged where they are opened. */
export function logErrors(source: Queue | Worker, logger: PinoLogger): void {
  const report = (error: Error): void => {
    const level = isNotConnectionError(error) ? 'warn' : 'debug';
    logger[level]({ err: error, queue: source.name }, 'A queue reported an error');
  };
  if (source instanceof Worker) source.on('error', report);
  else source.on('error', report);
}

/**
 * BullMQ's statements name their tables without a schema. Their commits do not wait for the disk: after a
 * crash of the database, the position of an event consumer is never ahead of the jobs that it added before,
 * and a job whose end is lost runs again, as after a crash of its worker.
 */
function withOptions(database: DatabaseConnection): pg.PoolConfig {
  const options = `-c search_path=${SCHEMA} -c synchronous_commit=off`;
  if (!('url' in database)) return { ...database, options };
  const url = new URL(database.url);
  const existing = url.searchParams.get('options');
  url.searchParams.delete('options');
  return { connectionString: url.href, options: existing ? `${existing} ${options}` : options };
}
