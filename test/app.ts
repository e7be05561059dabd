// The whole server inside the test's process, on its own database and, when REDIS_URL is set, on a real
// Redis. Most test files share one server per worker (sharedTestApp), in which each creates its own
// realms. A file that needs other settings, or whose tests read whole tables, starts its own.
import { afterAll } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { Config } from '#config/config.js';
import type { Clock } from '#platform/clock.js';
import { createLogger } from '#platform/logging.js';
import { connectRedis } from '#platform/redis.js';
import { ApiModule } from '../src/api.module.js';
import { Client } from './client.js';
import { atEnd } from './jest/worker-end.js';
import { MailSink } from './mail-sink.js';
import { discardJobs } from './run-jobs.js';
import { HOST, SECRET_KEY } from './server-environment.js';
import { emptyRedis, type RedisUse } from './test-redis.js';
import { TestClock } from './test-clock.js';
import { createTestingApplication, logThrough } from './testing-application.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

export interface TestServer {
  app: NestExpressApplication;
  port: number;
  dataSource: DataSource;
  close(): Promise<void>;
}

export interface TestApp extends TestServer {
  clock: TestClock;
  config: Config;
  database: TestDatabase;
  /** A client without credentials, at the address of the root realm or of another. */
  anonymous(host?: string): Client;
  /** Another server on the same database, like a second process. Close it before this one. */
  startAnother(): Promise<TestServer>;
}

type Environment = Record<string, string>;

/** Changes the migrated database before the server uses it. */
type PrepareDatabase = (database: TestDatabase) => Promise<void>;

let sharedSink: Promise<MailSink> | undefined;
const sharedApps = new Map<RedisUse, Promise<TestApp>>();

/**
 * The server that the test files of this worker share. Its clock is reset to the real time, and it has no
 * pending jobs of earlier files.
 */
export function sharedTestApp(): Promise<TestApp> {
  return share('shared', {});
}

/** The same with a mail server. */
export async function sharedMailApp(): Promise<{ test: TestApp; sink: MailSink }> {
  const sink = await (sharedSink ??= startSink());
  sink.empty();
  return { test: await share('shared with mail', { SMTP_URL: sink.url }), sink };
}

async function startSink(): Promise<MailSink> {
  const sink = await MailSink.start();
  atEnd(() => sink.stop());
  return sink;
}

async function share(redisUse: RedisUse, environment: Environment): Promise<TestApp> {
  const started = sharedApps.get(redisUse);
  if (started) {
    const test = await started;
    logThrough(createLogger(test.config.logLevel));
    test.clock.reset();
    await discardJobs(test.app);
    return test;
  }
  const starting = start(environment, redisUse);
  sharedApps.set(redisUse, starting);
  const test = await starting;
  atEnd(() => test.close());
  return test;
}

/** A server for one test file, which ends with it. */
export async function ownTestApp(
  environment: Environment = {},
  prepare?: PrepareDatabase,
): Promise<TestApp> {
  const test = await start(environment, 'own', prepare);
  afterAll(() => test.close());
  return test;
}

/** A server that the caller closes. */
export function startTestApp(environment: Environment = {}): Promise<TestApp> {
  return start(environment, 'own');
}

async function start(
  environment: Environment,
  redisUse: RedisUse,
  prepare?: PrepareDatabase,
): Promise<TestApp> {
  const [database, redisUrl] = await Promise.all([createTestDatabase(), emptyRedis(redisUse)]);
  await prepare?.(database);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-data-'));
  const config = new Config('all', {
    EXTERNAL_URL: `http://${HOST}`,
    SECRET_KEY,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    REDIS_URL: redisUrl,
    ...environment,
  });
  const clock = new TestClock();
  const startServer = (): Promise<TestServer> => serve(config, database, clock);
  const server = await startServer();
  return {
    ...server,
    clock,
    config,
    database,
    anonymous: (host = HOST) => new Client(server.port, host),
    startAnother: startServer,
    async close() {
      await server.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function serve(config: Config, database: TestDatabase, clock: Clock): Promise<TestServer> {
  const logger = createLogger(config.logLevel);
  const redis = connectRedis(config.redisUrl, logger);
  const resources = { config, logger, connection: database.connection, redis, clock };
  const module = Test.createTestingModule({
    imports: [ApiModule.forRoot(resources, { runWorkers: false })],
  });
  const app = await createTestingApplication(module, { config, logger });
  await app.listen(0, '127.0.0.1');
  return {
    app,
    port: (app.getHttpServer().address() as AddressInfo).port,
    dataSource: app.get(DataSource),
    async close() {
      await app.close();
      redis?.disconnect();
    },
  };
}
