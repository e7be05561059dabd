// The command `doctor` checks the configuration, storage, database, Redis, mail server and the servers for calls,
// and prints how to solve each problem. It changes nothing, and stops an embedded database that it started.
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Config } from '#config/config.js';
import { randomId } from '#platform/crypto.js';
import { probeRedis } from '#platform/redis.js';
import { hasEmbeddedDatabase } from '#platform/database/embedded/embedded-postgres.js';
import { openDatabase } from '#platform/resources.js';
import { createFileStorage } from '#platform/storage/create-file-storage.js';
import { examineCalls } from './doctor-calls.js';
import { examineDatabase } from './doctor-database.js';
import { examineMail, examineMailIn } from './doctor-mail.js';
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
  yield ok('configuration', `The external URL is ${config.externalUrl.origin}`);
  const directory = await examineDirectory(config.dataDir);
  yield directory;
  if (config.s3 || directory.status !== 'FAIL') yield await examineFiles(config);
  yield* examineServer(config);
  yield await examineRedis(config.redisUrl);
  yield await examineMail(config);
  yield await examineMailIn(config);
  yield* examineCalls(config);
}

async function examineDirectory(dataDir: string): Promise<Finding> {
  const probe = join(dataDir, `.probe-${randomId()}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(probe, 'A probe of the command doctor.', { flush: true });
    await rm(probe);
    const { bavail, bsize } = await statfs(dataDir);
    const free = bavail * bsize;
    const gigabytes = `${(free / 1e9).toFixed(1)} GB are free`;
    return free < LOW_SPACE_BYTES
      ? warn('storage', `Only ${gigabytes} in ${dataDir}. Free some space.`)
      : ok('storage', `${dataDir} is writable, ${gigabytes}`);
  } catch (error) {
    return fail('storage', `DATA_DIR is not writable: ${messageOf(error)}`);
  }
}

/** Writes, reads and deletes a test file. */
async function examineFiles(config: Config): Promise<Finding> {
  const storage = createFileStorage(config);
  const path = `probes/${randomId()}`;
  const text = 'Test file of the command doctor.';
  try {
    await storage.write(path, Readable.from([Buffer.from(text)]), 'text/plain');
    const probe = await storage.open(path);
    const read = probe && (await buffer(probe.content)).toString();
    await storage.delete(path);
    if (read !== text || (await storage.find(path))) {
      return fail(
        'files',
        `A file written to ${storage.description} was read with different content`,
      );
    }
    const place = `Files are stored in ${storage.description}`;
    return config.s3 || !config.databaseUrl
      ? ok('files', place)
      : warn('files', `${place}. Processes on other machines need the same directory, or S3.`);
  } catch (error) {
    return fail('files', `${storage.description} cannot be used: ${messageOf(error)}`);
  } finally {
    storage.close();
  }
}

async function* examineServer(config: Config): AsyncGenerator<Finding> {
  if (!config.databaseUrl && !(await hasEmbeddedDatabase(config.dataDir))) {
    yield warn('database', `No database in ${config.dataDir} yet. "npm start" creates it.`);
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

async function examineRedis(url: string | undefined): Promise<Finding> {
  if (!url) return ok('redis', 'Not configured: PostgreSQL is used instead');
  const { host } = new URL(url);
  try {
    const info = await probeRedis(url);
    const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? 'unknown';
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction';
    if (Number.parseInt(version, 10) < REDIS_MAJOR) {
      return fail('redis', `${host} has version ${version}; version ${REDIS_MAJOR} is required`);
    }
    if (policy !== 'noeviction') {
      const remedy = 'Set maxmemory-policy to noeviction.';
      return warn('redis', `${host} may evict keys, and with them jobs (${policy}). ${remedy}`);
    }
    return ok('redis', `Version ${version} at ${host}`);
  } catch (error) {
    return fail('redis', messageOf(error));
  }
}
