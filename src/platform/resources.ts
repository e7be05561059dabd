// Opens the resources of a process before its modules: without DATABASE_URL, the lock of DATA_DIR and
// the embedded database; then schema and Redis. They are closed in reverse order.
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
  /** Called when the embedded database ends unexpectedly. */
  onDatabaseLost: () => void;
}

/** Throws a StartupError for problems that an operator can solve. */
export async function openResources(config: Config, hooks: ResourceHooks): Promise<OpenResources> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    // The standard output of an admin command is its result, so its log goes to standard error.
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

/** Uses separate connections without a statement timeout, since migrations may take longer. */
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
 * Opens the database and adds the functions that close it to `closers`. An admin command uses the
 * running embedded server if there is one; otherwise it starts and stops one.
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
