import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, chmod, chown, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
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
  withExplainedFileErrors,
  prepareDataDirectory,
  reportsFullDisk,
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
 * A PostgreSQL server in DATA_DIR, so that Parley needs only Node.js. It is created at the first start
 * and outlives a crash of this process: the next start takes over the running server, or recovers the
 * files of a stopped one. Only its owner and root have access. The caller must hold the instance lock
 * of DATA_DIR (instance-lock.ts). See docs/decisions/0001-embedded-postgresql.md.
 */
export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection;
  /** Process id of the server. */
  readonly pid: number;
  /** Stops the server within 7 s. Loses no committed data. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** Receives a line about each step that takes long. */
  onProgress?: (line: string) => void;
  /** Called when the server ends without `stop`. */
  onLost?: () => void;
  /** Override SERVER_SETTINGS. A server that is taken over keeps its settings. */
  settings?: Readonly<Record<string, string>>;
}

/** Crash recovery replays the log since the last checkpoint, which takes minutes on a slow disk. */
const READY_TIMEOUT_MS = 600_000;
const MAX_LOG_BYTES = 10_000_000;

/** Throws a StartupError for problems that an operator can solve. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const directory = await prepareDataDirectory(options.dataDir);
  return await withExplainedFileErrors(options.dataDir, async () => {
    const account = await chooseAccount(directory);
    const postmaster =
      (await takeOver(directory, options)) ?? (await startServer(directory, account, options));
    await ensureDatabase(postmaster.socketDirectory);
    return handle(postmaster, options);
  });
}

/**
 * Returns the connection to the server that runs on this DATA_DIR, if there is one. For programs other
 * than the server process. Throws a StartupError without read access to the directory.
 */
export async function findRunningEmbeddedPostgres(
  dataDir: string,
): Promise<EmbeddedConnection | undefined> {
  const { cluster } = dataDirectory(dataDir);
  return await withExplainedFileErrors(dataDir, async () => {
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

/** Returns the server that a crashed Parley left, once it is ready; undefined when there is none. */
async function takeOver(
  directory: DataDirectory,
  { onProgress }: EmbeddedPostgresOptions,
): Promise<Postmaster | undefined> {
  const postmaster = await findPostmaster(directory.cluster);
  if (postmaster === undefined) return undefined;
  onProgress?.('Taking over the PostgreSQL server that is still running');
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
    onProgress?.(`Creating the database in ${directory.configured}`);
    await createCluster(directory, binaries, account);
  } else if (version !== binaries.major) {
    throw new StartupError(
      `The database in DATA_DIR ${directory.configured} was created by PostgreSQL ${version}, but this version of Parley comes with ${binaries.major}. Export it with the version that created it, or set DATA_DIR to another directory.`,
    );
  } else {
    await chmod(directory.cluster, 0o700);
    const crashed = await removeStaleFiles(directory.cluster);
    onProgress?.(
      crashed ? 'Starting PostgreSQL, which recovers from a crash' : 'Starting PostgreSQL',
    );
  }

  return pRetry(() => launch(directory, binaries, account, { ...SERVER_SETTINGS, ...settings }), {
    ...START_RETRIES,
    shouldRetry: ({ error }) => error.message.includes('is still in use'),
  });
}

/** Starts the server and waits until it is ready. Throws an error with its log output if it ends before. */
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
        // A session of its own, so that Ctrl-C reaches only Parley, which stops the server in order.
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

/** Has a random name, so that no other user can create it first, and a short one, as sockets need. */
async function makeSocketDirectory(account: Account): Promise<string> {
  const base = account.uid === undefined && tmpdir().length < 60 ? tmpdir() : '/tmp';
  try {
    const path = await mkdtemp(join(base, SOCKET_DIRECTORY_PREFIX));
    if (account.uid !== undefined) await chown(path, account.uid, account.gid ?? account.uid);
    return path;
  } catch (error) {
    throw new StartupError(
      `The directory for the socket of the database cannot be created in ${base} (${String(error)}). Set TMPDIR to a writable directory.`,
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
  if (reportsFullDisk(log)) return diskFull(directory.configured);
  const reason = /(?:FATAL|PANIC): +(.*)/.exec(log)?.[1] ?? 'it did not become ready in time';
  return new StartupError(`PostgreSQL did not start: ${reason}. Its log is ${directory.log}.`);
}

/** Whether DATA_DIR contains a database. Does not open it. */
export async function hasEmbeddedDatabase(dataDir: string): Promise<boolean> {
  return access(join(dataDir, 'postgres', 'PG_VERSION'), constants.F_OK).then(
    () => true,
    // Missing permissions are reported when the database is opened.
    (error: unknown) => (error as NodeJS.ErrnoException).code !== 'ENOENT',
  );
}
