// Looks at everything a server stands on, one thing after the other, and says what to do about what
// is wrong. It changes nothing; a database that has to be started for it is stopped again.
import { constants } from 'node:fs';
import { access, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Config } from '#config/config.js';
import { randomId } from '#platform/crypto.js';
import { probeRedis } from '#platform/redis.js';
import { createTransport } from '#platform/mail/transport.js';
import { openDatabase } from '#platform/resources.js';
import { examineDatabase } from './doctor-database.js';
import { fail, type Finding, messageOf, ok, warn } from './finding.js';

const LOW_SPACE_BYTES = 1_000_000_000;
const REDIS_MAJOR = 6;

export async function* examine(environment: NodeJS.ProcessEnv): AsyncGenerator<Finding> {
  let config: Config;
  try {
    config = new Config('admin', environment);
  } catch (error) {
    yield fail('configuration', messageOf(error));
    return;
  }
  yield ok('configuration', `the server is reached at ${config.externalUrl.origin}`);
  yield await examineStorage(config.dataDir);
  yield* examineServer(config);
  yield await examineRedis(config.redisUrl);
  yield await examineMail(config);
}

async function examineStorage(dataDir: string): Promise<Finding> {
  const probe = join(dataDir, `.probe-${randomId()}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(probe, 'Parley can write here.', { flush: true });
    await rm(probe);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const gigabytes = `${(free / 1e9).toFixed(1)} GB are free`;
    return free < LOW_SPACE_BYTES
      ? warn('storage', `${dataDir}: only ${gigabytes}; make room before it is full`)
      : ok('storage', `${dataDir} can be written, ${gigabytes}`);
  } catch (error) {
    return fail('storage', `DATA_DIR can not be written: ${messageOf(error)}`);
  }
}

async function* examineServer(config: Config): AsyncGenerator<Finding> {
  if (!config.databaseUrl && !(await hasCluster(config.dataDir))) {
    yield warn('database', `there is none in ${config.dataDir} yet; "npm start" makes it`);
    return;
  }
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const hooks = { onProgress: () => undefined, onDatabaseLost: () => undefined };
    const connection = await openDatabase(config, hooks, closers);
    yield* examineDatabase(connection, config);
  } catch (error) {
    yield fail('database', messageOf(error));
  } finally {
    for (const closer of closers.toReversed()) await closer();
  }
}

async function hasCluster(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'postgres', 'PG_VERSION'), constants.F_OK).then(
    () => true,
    // Whoever may not look is told so when it is opened.
    (error: unknown) => (error as NodeJS.ErrnoException).code !== 'ENOENT',
  );
}

async function examineMail(config: Config): Promise<Finding> {
  if (config.smtpUrl === undefined) return ok('mail', 'not configured: nothing is sent by mail');
  const { host } = new URL(config.smtpUrl);
  const transport = createTransport(config.smtpUrl);
  try {
    await transport.verify();
    return ok('mail', `${host} takes mail; the sender is ${config.mailFrom}`);
  } catch (error) {
    return fail('mail', `${host}: ${messageOf(error)}`);
  } finally {
    transport.close();
  }
}

async function examineRedis(url: string | undefined): Promise<Finding> {
  if (!url) return ok('redis', 'not configured: PostgreSQL does its work');
  const { host } = new URL(url);
  try {
    const info = await probeRedis(url);
    const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown';
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction';
    if (Number.parseInt(version, 10) < REDIS_MAJOR) {
      return fail('redis', `${host} is version ${version}; version ${REDIS_MAJOR} is needed`);
    }
    if (policy !== 'noeviction') {
      const remedy = 'set maxmemory-policy to noeviction, or jobs may be dropped';
      return warn('redis', `${host} may forget keys (${policy}); ${remedy}`);
    }
    return ok('redis', `version ${version} at ${host}`);
  } catch (error) {
    return fail('redis', messageOf(error));
  }
}
