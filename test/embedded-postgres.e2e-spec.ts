import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ChildProcess } from 'node:child_process';
import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { EmbeddedConnection } from '#platform/database/embedded/connection.js';
import {
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded/embedded-postgres.js';
import type { EmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.js';
import { acquireInstanceLock } from '#platform/database/embedded/instance-lock.js';
import { argumentsOf } from '#platform/database/embedded/operating-system.js';
import { StartupError } from '#platform/startup-error.js';
import { spawnTypeScript } from './typescript-process.js';

/* Under root, the user of the server has no access to the directories below, as with /root. */
let root: string;
let prepared: string;
let nextDirectory = 0;
const servers = new Set<number>();
const children = new Set<ChildProcess>();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-test-'));
  prepared = join(root, 'prepared');
  const server = await start(prepared);
  await server.stop();
});

afterEach(async () => {
  for (const child of children) await kill(child);
  children.clear();
  for (const pid of servers) await killServer(pid);
  servers.clear();
});

afterAll(async () => {
  await rm(root, { recursive: true });
});

describe('the first start', () => {
  test('creates a private database for all languages', async () => {
    const progress: string[] = [];
    const dataDir = join(root, 'first');
    const server = await start(dataDir, { onProgress: (line) => progress.push(line) });

    expect(progress).toEqual([`Creating the database in ${dataDir}`]);
    expect(
      await query(
        server.connection,
        `SELECT current_setting('server_version_num')::int / 10000 AS major,
                current_setting('server_encoding') AS encoding,
                current_setting('data_checksums') AS checksums,
                current_setting('is_superuser') AS superuser,
                current_setting('fsync') AS fsync,
                current_setting('listen_addresses') AS addresses,
                lower('ÄÖÜ ЖЗ') AS lowered,
                to_tsvector('simple', '“Über” — Привет, 你好。')::text AS words`,
      ),
    ).toEqual([
      {
        major: 18,
        encoding: 'UTF8',
        checksums: 'on',
        superuser: 'off',
        fsync: 'on',
        addresses: '',
        lowered: 'äöü жз',
        words: "'über':1 'привет':2 '你好':3",
      },
    ]);
    for (const path of [dataDir, join(dataDir, 'postgres'), server.connection.host]) {
      expect((await stat(path)).mode & 0o777).toBe(0o700);
    }
  });

  test('works with a long path of DATA_DIR', async () => {
    const dataDir = await copyPrepared('a-long-name-'.repeat(15));
    const server = await start(dataDir);
    expect(await query(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('starts over after an interruption', async () => {
    const dataDir = join(root, 'cut-short');
    await mkdir(join(dataDir, 'postgres.partial-abcdef', 'base'), { recursive: true });
    const server = await start(dataDir);
    expect(await query(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(dataDir, 'postgres.partial-abcdef'))).toBe(false);
  });

  test('applies the given settings', async () => {
    const server = await start(await copyPrepared(), {
      settings: { fsync: 'off', max_connections: '50' },
    });
    expect(
      await query(
        server.connection,
        `SELECT current_setting('fsync') AS fsync, current_setting('max_connections') AS connections`,
      ),
    ).toEqual([{ fsync: 'off', connections: '50' }]);
  });
});

describe('an orderly stop', () => {
  test('stops the server and removes its socket; the next start has the data', async () => {
    const dataDir = await copyPrepared();
    const first = await start(dataDir);
    await query(first.connection, `CREATE TABLE kept AS SELECT 'words' AS text`);
    const idle = new pg.Client(first.connection);
    idle.on('error', () => undefined);
    await idle.connect();

    await Promise.all([first.stop(), first.stop()]);
    expect(await isRunning(first.pid)).toBe(false);
    expect(existsSync(first.connection.host)).toBe(false);

    const second = await start(dataDir);
    expect(await query(second.connection, 'SELECT text FROM kept')).toEqual([{ text: 'words' }]);
  });

  test('is not reported as a loss', async () => {
    const onLost = jest.fn();
    const server = await start(await copyPrepared(), { onLost });
    await server.stop();
    await sleep(1_200);
    expect(onLost).not.toHaveBeenCalled();
  });
});

describe('after a crash', () => {
  test('of Parley, the next start takes over the running server', async () => {
    const dataDir = await copyPrepared();
    const crashed = await startChild(dataDir);
    await kill(crashed.child);
    expect(await isRunning(crashed.serverPid)).toBe(true);

    const progress: string[] = [];
    const server = await start(dataDir, { onProgress: (line) => progress.push(line) });
    expect(server.pid).toBe(crashed.serverPid);
    expect(progress).toEqual(['Taking over the PostgreSQL server that is still running']);
    expect(await query(server.connection, 'SELECT n FROM committed')).toEqual([{ n: 1 }]);

    await server.stop();
    expect(await isRunning(server.pid)).toBe(false);
  });

  test('of Parley and PostgreSQL, all committed data is recovered', async () => {
    const dataDir = await copyPrepared();
    const crashed = await startChild(dataDir);
    await kill(crashed.child);
    await killServer(crashed.serverPid);

    const progress: string[] = [];
    const server = await start(dataDir, { onProgress: (line) => progress.push(line) });
    expect(server.pid).not.toBe(crashed.serverPid);
    expect(progress).toEqual(['Starting PostgreSQL, which recovers from a crash']);
    expect(await query(server.connection, 'SELECT n FROM committed')).toEqual([{ n: 1 }]);
  });

  test('of PostgreSQL, the loss is reported and a restart has the data', async () => {
    const dataDir = await copyPrepared();
    const lost = new EventEmitter();
    const first = await start(dataDir, { onLost: () => lost.emit('lost') });
    await query(first.connection, 'CREATE TABLE committed AS SELECT 1 AS n');
    await Promise.all([once(lost, 'lost'), killServer(first.pid)]);

    const second = await start(dataDir);
    expect(await query(second.connection, 'SELECT n FROM committed')).toEqual([{ n: 1 }]);
  });

  test('another process with the id of the old server is not affected', async () => {
    const dataDir = await copyPrepared();
    await writeFile(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${dataDir}\n0\n5432\n/tmp/parley-gone00\n\n 1 1\nready\n`,
    );
    expect(await findRunningEmbeddedPostgres(dataDir)).toBeUndefined();
    const server = await start(dataDir);
    expect(server.pid).not.toBe(process.pid);
    expect(await query(server.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('a server without its socket is replaced', async () => {
    const dataDir = await copyPrepared();
    const crashed = await startChild(dataDir);
    await kill(crashed.child);
    await rm(crashed.host, { recursive: true });

    const server = await start(dataDir);
    expect(server.pid).not.toBe(crashed.serverPid);
    expect(await query(server.connection, 'SELECT n FROM committed')).toEqual([{ n: 1 }]);
  });
});

describe('the instance lock', () => {
  test('admits one process, and the next as soon as that one is killed', async () => {
    const dataDir = await copyPrepared();
    const first = await startChild(dataDir);
    const refusal = `Another Parley (process ${first.child.pid}) already runs on ${dataDir}. Stop it, or set DATA_DIR to another directory.`;

    await expect(acquireInstanceLock(dataDir)).rejects.toThrow(new StartupError(refusal));
    await expect(startChild(dataDir)).rejects.toThrow(refusal);

    await kill(first.child);
    const lock = await acquireInstanceLock(dataDir);
    await expect(acquireInstanceLock(dataDir)).rejects.toThrow(
      `Another Parley (process ${process.pid}) already runs`,
    );
    await lock.release();
  });

  test('is not held by the server a killed process left behind', async () => {
    const dataDir = await copyPrepared();
    const crashed = await startChild(dataDir);
    await kill(crashed.child);
    const second = await startChild(dataDir);
    expect(second.serverPid).toBe(crashed.serverPid);
  });

  test('creates DATA_DIR with private permissions', async () => {
    const dataDir = join(root, 'new', 'var');
    const lock = await acquireInstanceLock(dataDir);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    await lock.release();
  });
});

describe('a program beside the server', () => {
  test('finds the running server', async () => {
    const dataDir = await copyPrepared();
    const { child } = await startChild(dataDir);
    const connection = await findRunningEmbeddedPostgres(dataDir);
    expect(connection && (await query(connection, 'SELECT n FROM committed'))).toEqual([{ n: 1 }]);

    child.kill('SIGTERM');
    await once(child, 'close');
    expect(await findRunningEmbeddedPostgres(dataDir)).toBeUndefined();
  });

  test('finds no server in a DATA_DIR without a database', async () => {
    expect(await findRunningEmbeddedPostgres(join(root, 'nowhere'))).toBeUndefined();
  });
});

describe('errors at the start are one line', () => {
  test('a DATA_DIR that is a file, or lies below one', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, join(file, 'var')]) {
      const refusal = new StartupError(
        `DATA_DIR ${dataDir} is a file or lies below one. Set DATA_DIR to a directory.`,
      );
      await expect(acquireInstanceLock(dataDir)).rejects.toThrow(refusal);
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(refusal);
    }
  });

  test('a DATA_DIR that no one can write to', async () => {
    await expect(acquireInstanceLock('/proc/parley/var')).rejects.toThrow(
      /^DATA_DIR \/proc\/parley\/var (is not writable|cannot be created)/,
    );
  });

  test('a database of another PostgreSQL', async () => {
    const dataDir = await copyPrepared();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `The database in DATA_DIR ${dataDir} was created by PostgreSQL 16, but this version of Parley comes with 18`,
    );
  });

  test('a server that does not accept its settings', async () => {
    const dataDir = await copyPrepared();
    const failure = startEmbeddedPostgres({ dataDir, settings: { work_mem: 'much' } });
    await expect(failure).rejects.toThrow(StartupError);
    await expect(failure).rejects.toThrow(/invalid value for parameter "work_mem"/);
  });
});

async function start(
  dataDir: string,
  options: Omit<Parameters<typeof startEmbeddedPostgres>[0], 'dataDir'> = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, ...options });
  servers.add(server.pid);
  return server;
}

/** A copy of an initialised DATA_DIR; initialising takes a second, copying does not. */
async function copyPrepared(name = `copy-${(nextDirectory += 1)}`): Promise<string> {
  const dataDir = join(root, name);
  await promisify(execFile)('cp', ['-R', prepared, dataDir]);
  return dataDir;
}

async function query(connection: EmbeddedConnection, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
}

/* Another process that uses these parts like `npm start`. */

interface RunningChild {
  child: ChildProcess;
  serverPid: number;
  host: string;
}

async function startChild(dataDir: string): Promise<RunningChild> {
  const child = spawnTypeScript('embedded-postgres-child.ts', dataDir);
  children.add(child);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const answer = JSON.parse(line) as { error?: string; serverPid: number; host: string };
  if (answer.error !== undefined) throw new Error(answer.error);
  servers.add(answer.serverPid);
  return { child, serverPid: answer.serverPid, host: answer.host };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'close');
}

async function killServer(pid: number): Promise<void> {
  const host = (await argumentsOf(pid))?.[4];
  if (host === undefined) return;
  process.kill(pid, 'SIGKILL');
  while (await isRunning(pid)) await sleep(10);
  if (basename(host).startsWith('parley-')) await rm(host, { recursive: true, force: true });
}

/** Zombie processes do not count. */
async function isRunning(pid: number): Promise<boolean> {
  return (await argumentsOf(pid)) !== undefined;
}
