import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { changeOwner } from './account.js';
import type { Binaries } from './binaries.js';
import type { DataDirectory } from './data-directory.js';
import { diskFull, errorCode, reportsFullDisk } from './data-directory.js';
import type { Account, Outcome } from './operating-system.js';
import { CLEAN_ENVIRONMENT, run } from './operating-system.js';
import { StartupError } from '#platform/startup-error.js';

/** The superuser of the cluster. Parley itself connects with a role of fewer privileges. */
export const SUPERUSER = 'postgres';

/**
 * The path of a cluster as passed to the programs of PostgreSQL. Under root, the user of the server
 * often has no access to the directories above it (DATA_DIR, /root). The working directory is set
 * before the switch of users and remains accessible afterwards.
 */
export function clusterPath(cluster: string, account: Account): string {
  return account.uid === undefined ? cluster : '/proc/self/cwd';
}

/** Returns the major version that created the cluster; undefined when there is no cluster. */
export async function clusterVersion(directory: DataDirectory): Promise<string | undefined> {
  try {
    return (await readFile(join(directory.cluster, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Creates the cluster elsewhere and renames it, so that an interrupted start leaves no partial one. */
export async function createCluster(
  directory: DataDirectory,
  binaries: Binaries,
  account: Account,
): Promise<void> {
  await removePartialClusters(directory);
  // Full-text search asks the C library which characters are letters. The last of these locales knows
  // only ASCII letters; it is for systems without the others.
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const partial = await mkdtemp(join(directory.path, PARTIAL));
    await changeOwner(partial, account);
    const { code, output } = await initdb(partial, binaries, account, ctype);
    if (code === 0) {
      await rename(partial, directory.cluster);
      return;
    }
    await rm(partial, { recursive: true, force: true });
    if (!output.includes('locale name')) throw explainInitdb(directory, output);
  }
  throw new StartupError('PostgreSQL finds no usable locale on this system. Set DATABASE_URL.');
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
      // Built in: the collation, and with it every index, is unaffected by system upgrades.
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
  if (reportsFullDisk(output)) return diskFull(directory.configured);
  if (output.includes('could not look up effective user ID')) {
    return new StartupError(
      'PostgreSQL needs a user with an entry in /etc/passwd, but this user has none. Run Parley as another user, or set DATABASE_URL.',
    );
  }
  const reason = /(?:error|FATAL|PANIC): +(.*)/.exec(output)?.[1] ?? 'initdb failed';
  return new StartupError(
    `The database in DATA_DIR ${directory.configured} could not be created: ${reason}`,
  );
}
