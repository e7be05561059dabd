import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pRetry from 'p-retry';

import { chooseAccount } from './account.js';
import type { Binaries } from './binaries.js';
import { findBinaries } from './binaries.js';
import { clusterPath, clusterVersion, createCluster } from './cluster.js';
import type { EmbeddedConnection } from './connection.js';
import { connectionTo, ensureDatabase, SOCKET_NAME } from './connection.js';
import type { DataDirectory } from './data-directory.js';
import {
  dataDirectory,
  diskFull,
  explainingFileErrors,
  prepareDataDirectory,
  saysDiskFull,
} from './data-directory.js';
import type { Account } from './operating-system.js';
import { CLEAN_ENVIRONMENT, eventually, signal } from './operating-system.js';
import type { Postmaster } from './postmaster.js';
import {
  findPostmaster,
  isAlive,
  isReady,
  isStopping,
  removeStaleFiles,
  SOCKET_DIRECTORY_PREFIX,
  stopPostmaster,
} from './postmaster.js';
import { SERVER_SETTINGS } from './server-settings.js';
import { StartupError } from '#platform/startup-error.js';

/**
 * A real PostgreSQL below DATA_DIR, so that Parley needs nothing but Node. It is made at the first
 * start, keeps its data, and outlives a crash of this process: the next start takes over the server
 * that still runs, or recovers the files of one that does not. Nobody but its owner and root can
 * reach it. Whoever starts one holds the instance lock of the same DATA_DIR (instance-lock.ts).
 */
export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection;
  /** Of the server process, for messages and tests. */
  readonly pid: number;
  /** Takes 7 s at most, and loses nothing that was committed. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** One line for the operator about each step that takes a while. */
  onProgress?: (line: string) => void;
  /** The server is gone and nobody asked it to stop. */
  onLost?: () => void;
  /** Over SERVER_SETTINGS; a server that is taken over keeps those it has. */
  settings?: Readonly<Record<string, string>>;
}

/** Recovery after a crash replays the log since the last checkpoint: seconds, on a slow disk minutes. */
const READY_TIMEOUT_MS = 600_000;
const MAX_LOG_BYTES = 10_000_000;

/** @throws StartupError with what to do */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const directory = await prepareDataDirectory(options.dataDir);
  return await explainingFileErrors(options.dataDir, async () => {
    const account = await chooseAccount(directory);
    const postmaster =
      (await takeOver(directory, options)) ?? (await startServer(directory, account, options));
    await ensureDatabase(postmaster.socketDirectory);
    return handle(postmaster, options);
  });
}

/**
 * For programs beside the server: how to reach the one that runs on this DATA_DIR, if one does.
 *
 * @throws StartupError when this user may not look
 */
export async function findRunningEmbeddedPostgres(
  dataDir: string,
): Promise<EmbeddedConnection | undefined> {
  const { cluster } = dataDirectory(dataDir);
  return await explainingFileErrors(dataDir, async () => {
    const postmaster = await findPostmaster(cluster);
    if (postmaster === undefined || !(await becomesReady(cluster, postmaster))) return undefined;
    return connectionTo(postmaster.socketDirectory);
  });
}

function handle(postmaster: Postmaster, options: EmbeddedPostgresOptions): EmbeddedPostgres {
  const watch = setInterval(() => {
    if (signal(postmaster.pid, 0)) return;
    clearInterval(watch);
    options.onLost?.();
  }, 1_000).unref();
  let stopped: Promise<void> | undefined;
  return {
    connection: connectionTo(postmaster.socketDirectory),
    pid: postmaster.pid,
    stop: async () => {
      clearInterval(watch);
      stopped ??= stopPostmaster(postmaster);
      await stopped;
    },
  };
}

/** The server a crashed Parley left behind, once it is ready; undefined when there is none to use. */
async function takeOver(
  directory: DataDirectory,
  { onProgress }: EmbeddedPostgresOptions,
): Promise<Postmaster | undefined> {
  const postmaster = await findPostmaster(directory.cluster);
  if (postmaster === undefined) return undefined;
  onProgress?.('PostgreSQL still runs from last time, taking it over');
  const socket = join(postmaster.socketDirectory, SOCKET_NAME);
  const reachable = await stat(socket).catch(() => undefined);
  if (reachable !== undefined && (await becomesReady(directory.cluster, postmaster))) {
    return postmaster;
  }
  await stopPostmaster(postmaster);
  return undefined;
}

async function becomesReady(cluster: string, postmaster: Postmaster): Promise<boolean> {
  let usable = false;
  await eventually(async () => {
    usable = await isReady(cluster, postmaster.pid);
    return usable || (await isStopping(cluster)) || !(await isAlive(postmaster));
  }, READY_TIMEOUT_MS);
  return usable;
}

/** The children of a killed server hold its shared memory for a moment longer. */
const START_RETRIES = { retries: 19, minTimeout: 500, factor: 1 };

async function startServer(
  directory: DataDirectory,
  account: Account,
  { onProgress, settings }: EmbeddedPostgresOptions,
): Promise<Postmaster> {
  const binaries = await findBinaries(account);
  const version = await clusterVersion(directory);
  if (version === undefined) {
    onProgress?.(`creating the database in ${directory.given}`);
    await createCluster(directory, binaries, account);
  } else if (version !== binaries.major) {
    throw new StartupError(
      `the database in DATA_DIR ${directory.given} was made by PostgreSQL ${version} and this Parley brings ${binaries.major}; export it with the Parley that made it, or set DATA_DIR to another directory`,
    );
  } else {
    await chmod(directory.cluster, 0o700);
    const crashed = await removeStaleFiles(directory.cluster);
    onProgress?.(crashed ? 'PostgreSQL recovers from a crash' : 'starting PostgreSQL');
  }

  return pRetry(() => launch(directory, binaries, account, { ...SERVER_SETTINGS, ...settings }), {
    ...START_RETRIES,
    shouldRetry: ({ error }) => error.message.includes('is still in use'),
  });
}

/** Starts the server and waits until it is ready. Throws what its log says when it gives up. */
async function launch(
  directory: DataDirectory,
  binaries: Binaries,
  account: Account,
  settings: Record<string, string>,
): Promise<Postmaster> {
  const socketDirectory = await makeSocketDirectory(account);
  await rotateLog(directory.log);
  const log = await open(directory.log, 'a+', 0o600);
  try {
    const { size } = await log.stat();
    const child = spawn(
      binaries.postgres,
      [
        '-D',
        clusterPath(directory.cluster, account),
        '-k',
        socketDirectory,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...account,
        cwd: directory.cluster,
        env: CLEAN_ENVIRONMENT,
        // Its own session, so that Ctrl-C reaches Parley alone, which then stops it in order.
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    child.unref();
    const pid = await started(child);
    const ready = await eventually(
      async () => hasEnded(child) || (await isReady(directory.cluster, pid)),
      READY_TIMEOUT_MS,
    );
    if (ready && !hasEnded(child)) return { pid, socketDirectory };

    await stopPostmaster({ pid, socketDirectory });
    const written = (await log.stat()).size - size;
    const { buffer } = await log.read(Buffer.alloc(written), 0, written, size);
    throw explainFailedStart(directory, buffer.toString());
  } finally {
    await log.close();
  }
}

async function started(child: ChildProcess): Promise<number> {
  if (child.pid === undefined) {
    const [error] = (await once(child, 'error')) as [Error];
    throw error;
  }
  return child.pid;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Random and made by us alone, so that nobody can be there first; short, as sockets need it. */
async function makeSocketDirectory(account: Account): Promise<string> {
  const base = account.uid === undefined && tmpdir().length < 60 ? tmpdir() : '/tmp';
  try {
    const path = await mkdtemp(join(base, SOCKET_DIRECTORY_PREFIX));
    if (account.uid !== undefined) await chown(path, account.uid, account.gid ?? account.uid);
    return path;
  } catch (error) {
    throw new StartupError(
      `the directory ${base} cannot hold the database's socket (${String(error)}); set TMPDIR to a directory that can`,
      { cause: error },
    );
  }
}

async function rotateLog(path: string): Promise<void> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size < MAX_LOG_BYTES) return;
  await rm(`${path}.1`, { force: true });
  await rename(path, `${path}.1`);
}

function explainFailedStart(directory: DataDirectory, log: string): StartupError {
  if (saysDiskFull(log)) return diskFull(directory.given);
  const reason = /(?:FATAL|PANIC): +(.*)/.exec(log)?.[1] ?? 'it did not become ready in time';
  return new StartupError(`PostgreSQL did not start: ${reason}; its log is ${directory.log}`);
}
