// Opens what a process stands on, in the order in which each can fail with a clear message, and
// closes it in the other direction: the lock of DATA_DIR and the embedded database where no
// DATABASE_URL is given, the schema, Redis. The data source opens with the modules.
import type { Logger } from 'pino';
import { Config } from '#config/config.js';
import { type DatabaseConnection, migrate, openDataSource } from './database/data-source.js';
import {
  type EmbeddedPostgres,
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './database/embedded/embedded-postgres.js';
import { acquireInstanceLock } from './database/embedded/instance-lock.js';
import { createLogger, standardError } from './logging.js';
import type { PlatformResources } from './platform.module.js';
import { connectRedis, probeRedis } from './redis.js';

export interface OpenResources extends PlatformResources {
  close(): Promise<void>;
}

export interface ResourceHooks {
  onProgress: (message: string) => void;
  /** The embedded database ended by itself. */
  onDatabaseLost: () => void;
}

/** Throws a StartupError for whatever an operator can mend. */
export async function openResources(config: Config, hooks: ResourceHooks): Promise<OpenResources> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    // What a command prints is for programs to read, so its log goes elsewhere.
    const logger = createLogger(
      config.logLevel,
      config.role === 'admin' ? standardError() : undefined,
    );
    const connection = await openDatabase(config, hooks, closers);
    await updateSchema(connection, logger, hooks);
    if (config.redisUrl) await probeRedis(config.redisUrl);
    const redis = connectRedis(config.redisUrl, logger);
    closers.push(async () => redis?.disconnect());
    return { config, logger, connection, redis, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** On connections of its own, since a migration may take longer than a request. */
async function updateSchema(
  connection: DatabaseConnection,
  logger: Logger,
  hooks: ResourceHooks,
): Promise<void> {
  const dataSource = await openDataSource(connection, {
    poolSize: 2,
    logger,
    applicationName: 'parley migrations',
  });
  try {
    const applied = await migrate(dataSource);
    if (applied.length > 0) hooks.onProgress(`Database migrations applied: ${applied.length}`);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Adds to `closers` what the connection stands on. A command uses the embedded server that runs,
 * or starts one that its closer stops.
 */
export async function openDatabase(
  config: Config,
  hooks: ResourceHooks,
  closers: (() => Promise<unknown>)[],
): Promise<DatabaseConnection> {
  if (config.databaseUrl) return { url: config.databaseUrl };
  if (config.role === 'admin') {
    const running = await findRunningEmbeddedPostgres(config.dataDir);
    if (running) return running;
  }
  const lock = await acquireInstanceLock(config.dataDir);
  closers.push(() => lock.release());
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    onProgress: hooks.onProgress,
    onLost: hooks.onDatabaseLost,
  });
  closers.push(() => postgres.stop());
  return postgres.connection;
}
