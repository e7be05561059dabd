// A process that runs a TypeScript file of this folder as the tests do: dist may be older than it.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const REGISTER = new URL('jest/register.js', import.meta.url).href;

export function spawnTypeScript(
  file: string,
  argument: string,
): ChildProcessByStdio<null, Readable, null> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  return spawn(process.execPath, ['--no-warnings', '--import', REGISTER, path, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
