import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { StartupError } from '#platform/startup-error.js';

/**
 * DATA_DIR and the files of the embedded database in it. File system errors become StartupErrors that
 * name the directory as configured.
 */
export interface DataDirectory {
  path: string;
  /** The value of DATA_DIR, for messages. */
  configured: string;
  /** The cluster that PostgreSQL owns. */
  cluster: string;
  log: string;
  lock: string;
}

export function dataDirectory(dataDir: string): DataDirectory {
  const path = resolve(dataDir);
  return {
    path,
    configured: dataDir,
    cluster: join(path, 'postgres'),
    log: join(path, 'postgres.log'),
    lock: join(path, 'parley.lock'),
  };
}

/** Creates DATA_DIR with access for its owner only. The mode of an existing directory is kept. */
export async function prepareDataDirectory(dataDir: string): Promise<DataDirectory> {
  const path = resolve(dataDir);
  return await withExplainedFileErrors(dataDir, async () => {
    const stats = (await makeDirectory(path)) && (await stat(path).catch(() => undefined));
    if (!stats) {
      throw new StartupError(
        `DATA_DIR ${dataDir} cannot be created. Set DATA_DIR to another directory.`,
      );
    }
    if (!stats.isDirectory()) throw notADirectory(dataDir);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return dataDirectory(dataDir);
  });
}

/** Does not use `recursive: true`, with which Node never returns if the system keeps answering ENOENT. */
async function makeDirectory(path: string): Promise<boolean> {
  if (await tryToMake(path)) return true;
  const above = dirname(path);
  return above !== path && (await makeDirectory(above)) && (await tryToMake(path));
}

/** Returns false when the parent directory is missing. */
async function tryToMake(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    if (errorCode(error) === 'EEXIST') return true;
    throw error;
  }
}

/** Runs `work` and turns the file errors that an operator can solve into StartupErrors. */
export async function withExplainedFileErrors<T>(
  dataDir: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explain(dataDir, error);
  }
}

export function errorCode(error: unknown): string | undefined {
  const hasCode = typeof error === 'object' && error !== null && 'code' in error;
  return hasCode && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the output of a program of PostgreSQL reports a full disk. */
export function reportsFullDisk(output: string): boolean {
  return /No space left on device|Check free disk space|Disk quota exceeded/.test(output);
}

export function diskFull(dataDir: string): StartupError {
  return new StartupError(
    `No space is left on the disk of DATA_DIR ${dataDir}. Free some space, or set DATA_DIR to another disk.`,
  );
}

const PG_DISK_FULL = '53100';

function explain(dataDir: string, error: unknown): unknown {
  switch (errorCode(error)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return notADirectory(dataDir);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartupError(
        `DATA_DIR ${dataDir} is not writable for this user. Change its owner, or set DATA_DIR to a writable directory.`,
      );
    case 'ENOSPC':
    case 'EDQUOT':
    case PG_DISK_FULL:
      return diskFull(dataDir);
    default:
      return error;
  }
}

function notADirectory(dataDir: string): StartupError {
  return new StartupError(
    `DATA_DIR ${dataDir} is a file or lies below one. Set DATA_DIR to a directory.`,
  );
}
