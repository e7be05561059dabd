import { chmod, stat } from 'node:fs/promises';
import { platform } from 'node:os';

import type { DataDirectory } from './data-directory.js';
import { errorCode } from './data-directory.js';
import type { Account } from './operating-system.js';
import { ownUserId, run } from './operating-system.js';
import { StartupError } from '#platform/startup-error.js';

/**
 * Chooses the system account of the server. PostgreSQL refuses to run as root, so under root it runs
 * as the owner of the cluster, and a new cluster is owned by `postgres` or else `nobody`. Under any
 * other user it runs as that user, who must own the cluster.
 */
export async function chooseAccount(directory: DataDirectory): Promise<Account> {
  const ownId = ownUserId();
  if (ownId === undefined) {
    throw new StartupError(
      'The embedded PostgreSQL does not run on Windows. Run Parley in WSL, or set DATABASE_URL.',
    );
  }
  const owner = await ownerOf(directory.cluster);
  if (ownId !== 0) {
    if (owner !== undefined && owner.uid !== ownId) {
      throw new StartupError(
        `The database in DATA_DIR ${directory.configured} belongs to user id ${owner.uid}. Run Parley as that user or as root, or set DATA_DIR to another directory.`,
      );
    }
    return {};
  }
  if (platform() !== 'linux') {
    throw new StartupError(
      'The embedded PostgreSQL does not run as root on this system. Run Parley as an ordinary user, or set DATABASE_URL.',
    );
  }
  if (owner !== undefined && owner.uid !== 0) return owner;
  const account = (await systemAccount('postgres')) ?? (await systemAccount('nobody'));
  if (account === undefined) {
    throw new StartupError(
      'PostgreSQL does not run as root, and there is no user "postgres" or "nobody". Add one (useradd --system postgres), or set DATABASE_URL.',
    );
  }
  // A cluster that is owned by root was copied or restored by root.
  if (owner !== undefined) await changeOwner(directory.cluster, account);
  return account;
}

/** Makes `account` the owner of a cluster, with no access for others, as PostgreSQL requires. */
export async function changeOwner(cluster: string, account: Account): Promise<void> {
  if (account.uid !== undefined) {
    const { code, output } = await run('chown', [
      '-R',
      `${account.uid}:${account.gid ?? ''}`,
      cluster,
    ]);
    if (code !== 0) {
      throw new StartupError(
        `The owner of the database could not be changed to user id ${account.uid} (${output.trim()}). Run Parley as an ordinary user.`,
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
