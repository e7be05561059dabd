import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { errorCode } from './data-directory.js';
import { argumentsOf, eventually, signal } from './operating-system.js';

/**
 * The server process of a cluster, found by its file `postmaster.pid`. After a crash, the process id
 * in that file may be unused or belong to an unrelated process. The server of this cluster has the
 * random name of its socket directory among its arguments.
 */
export interface Postmaster {
  pid: number;
  socketDirectory: string;
}

/** Prefix of all socket directories; `mkdtemp` adds six characters. */
export const SOCKET_DIRECTORY_PREFIX = 'parley-';

interface PidFile extends Postmaster {
  status: string;
}

/** Returns the running server of this cluster, however it was started. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  let file: PidFile | undefined;
  // A server that has just started has not written its socket directory yet.
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

/** Whether the server reports that it accepts connections. */
export async function isReady(cluster: string, pid: number): Promise<boolean> {
  const file = await readPidFile(cluster);
  return file?.pid === pid && file.status === 'ready';
}

export async function isStopping(cluster: string): Promise<boolean> {
  return (await readPidFile(cluster))?.status === 'stopping';
}

/**
 * Removes the files of a crashed server and returns whether there were any, that is, whether the last
 * server crashed. Does nothing while the process is named postgres: it may be a server of this cluster
 * that was started by hand, which PostgreSQL checks itself.
 */
export async function removeStaleFiles(cluster: string): Promise<boolean> {
  const file = await readPidFile(cluster);
  if (file === undefined) return false;
  if (await isServer(file.pid)) return false;
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  await removeSocketDirectory(file.socketDirectory);
  return true;
}

/** Requests a fast shutdown, then an immediate one, after which the next start recovers from the log. */
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

/** The lines: process id, data directory, start time, port, socket directory, address, memory, status. */
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
