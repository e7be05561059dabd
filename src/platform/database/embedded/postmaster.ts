import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { errorCode } from './data-directory.js';
import { argumentsOf, eventually, signal } from './operating-system.js';

/**
 * The server process of a cluster, found through the file `postmaster.pid` that it writes. After a
 * crash that file names a process that is gone, or one that has nothing to do with us and got the
 * same number. Ours carries the random name of its socket directory among its arguments.
 */
export interface Postmaster {
  pid: number;
  socketDirectory: string;
}

/** Every socket directory is named so; `mkdtemp` adds six characters. */
export const SOCKET_DIRECTORY_PREFIX = 'parley-';

interface PidFile extends Postmaster {
  status: string;
}

/** The running server of this cluster, whoever started it. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  let file: PidFile | undefined;
  // A server that has only just begun has not written its socket directory yet.
  await eventually(async () => {
    file = await readPidFile(cluster);
    return file === undefined || file.socketDirectory !== '' || !(await isServer(file.pid));
  }, 5_000);
  return file !== undefined && (await isAlive(file)) ? file : undefined;
}

export async function isAlive(postmaster: Postmaster): Promise<boolean> {
  const args = await argumentsOf(postmaster.pid);
  return args?.includes(postmaster.socketDirectory) ?? false;
}

async function isServer(pid: number): Promise<boolean> {
  const program = (await argumentsOf(pid))?.[0];
  return program !== undefined && basename(program) === 'postgres';
}

/** Whether the server says it accepts connections; it still may be told to stop a moment later. */
export async function isReady(cluster: string, pid: number): Promise<boolean> {
  const file = await readPidFile(cluster);
  return file?.pid === pid && file.status === 'ready';
}

export async function isStopping(cluster: string): Promise<boolean> {
  return (await readPidFile(cluster))?.status === 'stopping';
}

/**
 * Removes what a crashed server left. A live process named postgres is left to PostgreSQL's own
 * judgement: it may be this cluster's, started by hand.
 *
 * @returns whether there was anything, that is whether the last server crashed
 */
export async function removeStaleFiles(cluster: string): Promise<boolean> {
  const file = await readPidFile(cluster);
  if (file === undefined) return false;
  if (await isServer(file.pid)) return false;
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  await removeSocketDirectory(file.socketDirectory);
  return true;
}

/** Fast shutdown; one that hangs is cut short, and the next start recovers from the log. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  const gone = async (): Promise<boolean> => !(await isAlive(postmaster));
  if (!(await gone())) {
    signal(postmaster.pid, 'SIGINT');
    if (!(await eventually(gone, 5_000))) {
      signal(postmaster.pid, 'SIGQUIT');
      await eventually(gone, 2_000);
    }
  }
  await removeSocketDirectory(postmaster.socketDirectory);
}

async function removeSocketDirectory(path: string): Promise<void> {
  if (!basename(path).startsWith(SOCKET_DIRECTORY_PREFIX)) return;
  await rm(path, { recursive: true, force: true });
}

/** Lines: process id, data directory, start time, port, socket directory, address, memory, status. */
async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  let lines: string[];
  try {
    lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
  return {
    pid: Number(lines[0]),
    socketDirectory: lines[4] ?? '',
    status: (lines[7] ?? '').trim(),
  };
}
