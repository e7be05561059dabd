import { chmod, stat } from 'node:fs/promises';
import { platform } from 'node:os';

import type { DataDirectory } from './data-directory.js';
import { errorCode } from './data-directory.js';
import type { Account } from './operating-system.js';
import { ownUserId, run } from './operating-system.js';
import { StartupError } from '#platform/startup-error.js';

/**
 * Who the server runs as. PostgreSQL refuses root, so under root it runs as the owner of the
 * cluster, and a new cluster belongs to `postgres` or else `nobody`; under anyone else it runs as
 * that user, who must then own the cluster.
 */
export async function chooseAccount(directory: DataDirectory): Promise<Account> {
  const ownId = ownUserId();
  if (ownId === undefined) {
    throw new StartupError(
      'the embedded PostgreSQL does not run on Windows; run Parley in WSL, or set DATABASE_URL',
    );
  }
  const owner = await ownerOf(directory.cluster);
  if (ownId !== 0) {
    if (owner !== undefined && owner.uid !== ownId) {
      throw new StartupError(
        `the database in DATA_DIR ${directory.given} belongs to user id ${owner.uid}; run Parley as that user or as root, or set DATA_DIR to another directory`,
      );
    }
    return {};
  }
  if (platform() !== 'linux') {
    throw new StartupError(
      'the embedded PostgreSQL does not run as root on this system; run Parley as an ordinary user, or set DATABASE_URL',
    );
  }
  if (owner !== undefined && owner.uid !== 0) return owner;
  const account = (await systemAccount('postgres')) ?? (await systemAccount('nobody'));
  if (account === undefined) {
    throw new StartupError(
      'PostgreSQL does not run as root and there is no user postgres or nobody; add one (useradd --system postgres), or set DATABASE_URL',
    );
  }
  // A cluster that root owns was copied or restored by root.
  if (owner !== undefined) await handOver(directory.cluster, account);
  return account;
}

/** Gives a cluster to its account, closed to everyone else, as PostgreSQL demands. */
export async function handOver(cluster: string, account: Account): Promise<void> {
  if (account.uid !== undefined) {
    const { code, output } = await run('chown', [
      '-R',
      `${account.uid}:${account.gid ?? ''}`,
      cluster,
    ]);
    if (code !== 0) {
      throw new StartupError(
        `the database could not be given to user id ${account.uid} (${output.trim()}); run Parley as an ordinary user`,
      );
    }
  }
  await chmod(cluster, 0o700);
}

async function ownerOf(path: string): Promise<Required<Account> | undefined> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function systemAccount(name: string): Promise<Account | undefined> {
  const [user, group] = [await run('id', ['-u', name]), await run('id', ['-g', name])];
  if (user.code !== 0 || group.code !== 0) return undefined;
  return { uid: Number(user.output), gid: Number(group.output) };
}
