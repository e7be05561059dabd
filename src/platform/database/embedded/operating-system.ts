import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import { errorCode } from './data-directory.js';

// Processes of the operating system: running, inspecting, signalling and waiting for them.

export const ownPid = process.pid;

/** Undefined on Windows. */
export function ownUserId(): number | undefined {
  return process.geteuid?.();
}

/** The user as which a program runs; empty for the user of this process. */
export interface Account {
  uid?: number;
  gid?: number;
}

export interface Outcome {
  code: number | null;
  /** Standard output and standard error, interleaved. */
  output: string;
}

/** For the programs of PostgreSQL, whose behavior variables such as PGDATA or LC_ALL would change. */
export const CLEAN_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' };

/** Runs a program to its end. Rejects only when it cannot be started. */
export async function run(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<Outcome> {
  return await new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: CLEAN_ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** The arguments of a running process; undefined for zombies and unknown ids. */
export async function argumentsOf(pid: number): Promise<string[] | undefined> {
  if (platform() === 'linux') {
    // World-readable, unlike /proc/<pid>/cwd or exe, which root in a container may not follow.
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return line === '' ? undefined : line.split('\0').slice(0, -1);
  }
  const { code, output } = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
  return code === 0 ? output.trim().split(' ') : undefined;
}

/** Sends a signal (0 only checks the process). Returns false when there is no such process. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

/** Polls until the condition is true. Returns false when it was not within `timeoutMs`. */
export async function eventually(
  condition: () => Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}
