import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { handOver } from './account.js';
import type { Binaries } from './binaries.js';
import type { DataDirectory } from './data-directory.js';
import { diskFull, errorCode, saysDiskFull } from './data-directory.js';
import type { Account, Outcome } from './operating-system.js';
import { CLEAN_ENVIRONMENT, run } from './operating-system.js';
import { StartupError } from '#platform/startup-error.js';

/** The superuser inside the cluster; Parley itself connects with less. */
export const SUPERUSER = 'postgres';

/**
 * How PostgreSQL's programs are pointed at a cluster. Under root the server's user often cannot
 * enter the directories above it (DATA_DIR itself is closed, and so is /root), so root enters for
 * it: the working directory is set before the user is switched, and stays usable after.
 */
export function clusterPath(cluster: string, account: Account): string {
  return account.uid === undefined ? cluster : '/proc/self/cwd';
}

/** @returns the major version that made the cluster; undefined when there is none yet */
export async function clusterVersion(directory: DataDirectory): Promise<string | undefined> {
  try {
    return (await readFile(join(directory.cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Made elsewhere and renamed, so that a start that is cut short leaves no half cluster to run on. */
export async function createCluster(
  directory: DataDirectory,
  binaries: Binaries,
  account: Account,
): Promise<void> {
  await removePartialClusters(directory);
  // The parser of full-text search asks the C library which characters are letters. Only the last
  // of these knows ASCII alone; it is there for systems without any other.
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const partial = await mkdtemp(join(directory.path, PARTIAL));
    await handOver(partial, account);
    const { code, output } = await initdb(partial, binaries, account, ctype);
    if (code === 0) {
      await rename(partial, directory.cluster);
      return;
    }
    await rm(partial, { recursive: true, force: true });
    if (!output.includes('locale name')) throw explainInitdb(directory, output);
  }
  throw new StartupError('PostgreSQL finds no usable locale on this system; set DATABASE_URL');
}

const PARTIAL = 'postgres.partial-';

async function removePartialClusters(directory: DataDirectory): Promise<void> {
  for (const name of await readdir(directory.path)) {
    if (!name.startsWith(PARTIAL)) continue;
    await rm(join(directory.path, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function initdb(
  pgdata: string,
  binaries: Binaries,
  account: Account,
  ctype: string,
): Promise<Outcome> {
  return await run(
    binaries.initdb,
    [
      `--pgdata=${clusterPath(pgdata, account)}`,
      `--username=${SUPERUSER}`,
      '--encoding=UTF8',
      // Built in: the order of text, and so every index, survives an upgrade of the system.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${ctype}`,
      '--data-checksums',
      '--auth-local=trust',
      '--auth-host=reject',
    ],
    { ...account, cwd: pgdata, env: CLEAN_ENVIRONMENT },
  );
}

function explainInitdb(directory: DataDirectory, output: string): StartupError {
  if (saysDiskFull(output)) return diskFull(directory.given);
  if (output.includes('could not look up effective user ID')) {
    return new StartupError(
      'PostgreSQL needs a user with a name, and this one has none in /etc/passwd; run Parley as another user, or set DATABASE_URL',
    );
  }
  const reason = /(?:error|FATAL|PANIC): +(.*)/.exec(output)?.[1] ?? 'initdb failed';
  return new StartupError(`the database in DATA_DIR ${directory.given} was not made: ${reason}`);
}
