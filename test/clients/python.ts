// The published Python packages of requirements.txt, in a temporary environment.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));
const INSTALL_MS = 120_000;

/** What pip prints when it reaches no registry, or venv without the modules that Debian packs apart. */
const UNAVAILABLE = /NewConnectionError|ConnectTimeout|ProxyError|ReadTimeout|ensurepip|ENOENT/;

const run = promisify(execFile);

export interface Python {
  /** The folder of the programs: `python`, `zulip-run-bot`. */
  programs: string;
  remove(): Promise<void>;
}

/** Returns undefined and prints a message if Python or the registry is not available. */
export async function installPython(): Promise<Python | undefined> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-python-'));
  const programs = join(directory, 'bin');
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  const install = ['install', '--quiet', '--disable-pip-version-check', '--retries', '1'];
  const pinned = ['--require-hashes', '--only-binary', ':all:', '-r', REQUIREMENTS];
  try {
    await run('python3', ['-m', 'venv', directory], { timeout: INSTALL_MS });
    await run(join(programs, 'pip'), [...install, ...pinned], { timeout: INSTALL_MS });
    return { programs, remove };
  } catch (error) {
    await remove();
    const { message, stdout, stderr } = error as Error & { stdout?: string; stderr?: string };
    const output = `${message}\n${stdout ?? ''}\n${stderr ?? ''}`;
    if (!UNAVAILABLE.test(output)) throw new Error(output, { cause: error });
    console.warn('skipped: the Python packages cannot be installed here');
    return undefined;
  }
}
