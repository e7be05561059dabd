// The whole server inside the test's process, on a database of its own and, when REDIS_URL is set,
// on a real Redis. One per test file; each test makes a realm of its own in it.
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { AddressInfo } from 'node:net';
import { DataSource } from 'typeorm';
import { Config } from '#config/config.js';
import { createHttpApplication } from '#platform/http/http-application.js';
import { createLogger } from '#platform/logging.js';
import { connectRedis } from '#platform/redis.js';
import { ApiModule } from '../src/api.module.js';
import { Client } from './client.js';
import { TestClock } from './test-clock.js';
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
  /** One more server on the same database, as another process would run it; close it first. */
  startAnother(): Promise<TestServer>;
}

const EXTERNAL_HOST = 'parley.test';

export async function startTestApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const redisUrl = await ownRedisUrl();
  const config = new Config('all', {
    EXTERNAL_URL: `http://${EXTERNAL_HOST}`,
    SECRET_KEY: 'a key that protects nothing but tests',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    ...environment,
  });
  const logger = createLogger(config.logLevel);
  const clock = new TestClock();
  const start = async (): Promise<TestServer> => {
    const redis = connectRedis(config.redisUrl, logger);
    const app = await createHttpApplication(
      ApiModule.forRoot(
        { config, logger, connection: database.connection, redis, clock },
        { runWorkers: false },
      ),
      { config, logger },
    );
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
  };
  const server = await start();
  return {
    ...server,
    clock,
    config,
    database,
    anonymous: (host = EXTERNAL_HOST) => new Client(server.port, host),
    startAnother: start,
    async close() {
      await server.close();
      await database.drop();
    },
  };
}

/** Each of jest's workers uses a numbered database of the one Redis, emptied for each file. */
async function ownRedisUrl(): Promise<string | undefined> {
  const given = process.env['REDIS_URL'];
  if (!given) return undefined;
  const url = new URL(given);
  url.pathname = `/${Number(process.env['JEST_WORKER_ID'] ?? 0) % 16}`;
  const redis = connectRedis(url.href, createLogger('silent'))!;
  await redis.flushdb();
  redis.disconnect();
  return url.href;
}
