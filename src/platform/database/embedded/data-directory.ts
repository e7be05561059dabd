import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

import { StartupError } from '#platform/startup-error.js';

/**
 * DATA_DIR and what this part of Parley keeps in it. Whatever the file system refuses becomes one
 * line that names the directory as the operator wrote it.
 */
export interface DataDirectory {
  path: string;
  /** As the operator wrote it; for messages. */
  given: string;
  /** The cluster that PostgreSQL owns. */
  cluster: string;
  log: string;
  lock: string;
}

export function dataDirectory(dataDir: string): DataDirectory {
  const path = resolve(dataDir);
  return {
    path,
    given: dataDir,
    cluster: join(path, 'postgres'),
    log: join(path, 'postgres.log'),
    lock: join(path, 'parley.lock'),
  };
}

/** Makes DATA_DIR, private to its owner, unless it is there; one that is there keeps its mode. */
export async function prepareDataDirectory(dataDir: string): Promise<DataDirectory> {
  const path = resolve(dataDir);
  return await explainingFileErrors(dataDir, async () => {
    const made = (await makeDirectory(path)) && (await stat(path).catch(() => undefined));
    if (!made) {
      throw new StartupError(
        `DATA_DIR ${dataDir} cannot be made there; set DATA_DIR to another directory`,
      );
    }
    if (!made.isDirectory()) throw notADirectory(dataDir);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return dataDirectory(dataDir);
  });
}

/** Not `recursive: true`, with which Node never returns where the system answers ENOENT for ever. */
async function makeDirectory(path: string): Promise<boolean> {
  if (await tryToMake(path)) return true;
  const above = dirname(path);
  return above !== path && (await makeDirectory(above)) && (await tryToMake(path));
}

/** @returns false when the directory above is missing */
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

/** Runs `work` and turns the file errors an operator can do something about into a StartupError. */
export async function explainingFileErrors<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
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

/** In what PostgreSQL's programs print, however they found out. */
export function saysDiskFull(output: string): boolean {
  return /No space left on device|Check free disk space|Disk quota exceeded/.test(output);
}

export function diskFull(dataDir: string): StartupError {
  return new StartupError(
    `no space is left on the disk of DATA_DIR ${dataDir}; free some, or set DATA_DIR to another disk`,
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
        `DATA_DIR ${dataDir} is not writable for this user; change its owner, or set DATA_DIR to a directory that is`,
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
    `DATA_DIR ${dataDir} is a file or lies below one; set DATA_DIR to a directory`,
  );
}
