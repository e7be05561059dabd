import { constants, open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { platform } from 'node:os';

import { errorCode, withExplainedFileErrors, prepareDataDirectory } from './data-directory.js';
import type { Outcome } from './operating-system.js';
import { ownPid, run } from './operating-system.js';
import { StartupError } from '#platform/startup-error.js';

/**
 * Ensures that at most one Parley with an embedded database runs on a DATA_DIR. The lock belongs to an
 * open file of this process, so the kernel releases it however the process ends, and it is effective
 * between containers that share a volume. The process id in the file is only for the message.
 */
export interface InstanceLock {
  release(): Promise<void>;
}

/** Creates DATA_DIR if needed. Throws a StartupError when another process holds the lock. */
export async function acquireInstanceLock(dataDir: string): Promise<InstanceLock> {
  const { lock } = await prepareDataDirectory(dataDir);
  return await withExplainedFileErrors(dataDir, async () => {
    const file = platform() === 'linux' ? await openAndLock(lock) : await openLocked(lock);
    if (file === undefined) throw await alreadyRunning(dataDir, lock);
    await file.truncate();
    await file.write(`${ownPid}\n`);
    return { release: () => file.close() };
  });
}

/** Node has no flock(2); a lock that flock(1) sets on an inherited descriptor also belongs to ours. */
async function openAndLock(path: string): Promise<FileHandle | undefined> {
  const file = await open(path, 'a+', 0o600);
  try {
    if (await flock(file)) return file;
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return undefined;
}

async function flock(file: FileHandle): Promise<boolean> {
  const { code, output } = await runFlock(file);
  if (code !== 0 && output !== '') {
    throw new StartupError(
      `DATA_DIR cannot be locked (${output.trim()}). Set DATA_DIR to a directory on a local disk.`,
    );
  }
  return code === 0;
}

async function runFlock(file: FileHandle): Promise<Outcome> {
  try {
    return await run('flock', ['-n', '3'], { stdio: ['ignore', 'pipe', 'pipe', file.fd] });
  } catch (error) {
    throw new StartupError(
      'The command flock is missing. Install the package util-linux, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

/** On macOS, open(2) can set the lock. */
async function openLocked(path: string): Promise<FileHandle | undefined> {
  const O_EXLOCK = 0x20;
  const { O_RDWR, O_CREAT, O_APPEND, O_NONBLOCK } = constants;
  try {
    return await open(path, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_EXLOCK, 0o600);
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') return undefined;
    throw error;
  }
}

async function alreadyRunning(dataDir: string, lock: string): Promise<StartupError> {
  const file = await open(lock, 'r');
  const holder = (await file.readFile('utf8')).trim();
  await file.close();
  const process = /^\d+$/.test(holder) ? ` (process ${holder})` : '';
  return new StartupError(
    `Another Parley${process} already runs on ${dataDir}. Stop it, or set DATA_DIR to another directory.`,
  );
}
