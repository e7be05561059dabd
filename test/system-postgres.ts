// A PostgreSQL server of the system, with its programs for backups (Debian: apt-get install postgresql). The
// embedded one has none.
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const VERSIONS = '/usr/lib/postgresql';
const OLDEST_SUPPORTED = 14;
const TRIES = 600;

const PROGRAMS = findPrograms();

/** Whether a supported version is installed. */
export function hasSystemPostgres(): boolean {
  return PROGRAMS !== undefined;
}

export class SystemPostgres {
  private constructor(
    readonly directory: string,
    private readonly server: ChildProcess,
  ) {}

  static async start(): Promise<SystemPostgres> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-postgres-'));
    const cluster = join(directory, 'cluster');
    mkdirSync(cluster);
    const account = unprivilegedAccount();
    if (account) for (const path of [directory, cluster]) chownSync(path, account.uid, account.gid);
    const options = { cwd: directory, ...account };
    execFileSync(program('initdb'), ['-D', cluster, '-U', 'postgres', '-A', 'trust'], options);
    const settings = ['-c', 'listen_addresses=', '-c', 'fsync=off'];
    const server = spawn(program('postgres'), ['-D', cluster, '-k', directory, ...settings], {
      ...options,
      stdio: 'ignore',
    });
    const postgres = new SystemPostgres(directory, server);
    try {
      await postgres.becomeReady();
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return postgres;
  }

  /** Runs a program such as `pg_dump`. */
  async run(name: string, user: string, ...args: string[]): Promise<void> {
    await promisify(execFile)(program(name), ['-h', this.directory, '-U', user, ...args]);
  }

  url(user: string, database: string): string {
    return `postgresql://${user}@localhost:5432/${database}?host=${encodeURIComponent(this.directory)}`;
  }

  async stop(): Promise<void> {
    if (this.server.exitCode === null && this.server.signalCode === null) {
      const ended = once(this.server, 'exit');
      this.server.kill('SIGINT');
      await ended;
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async becomeReady(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.run('pg_isready', 'postgres');
        return;
      } catch (error) {
        if (tries === TRIES || this.server.exitCode !== null) throw error;
        await delay(50);
      }
    }
  }
}

function findPrograms(): string | undefined {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : [];
  return versions
    .filter((version) => version >= OLDEST_SUPPORTED)
    .map((version) => join(VERSIONS, String(version), 'bin'))
    .find((path) => existsSync(join(path, 'postgres')) && existsSync(join(path, 'pg_dump')));
}

function program(name: string): string {
  return join(PROGRAMS!, name);
}

/** The server refuses to run as root. */
function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string): number => Number(execFileSync('id', [option, 'postgres']));
  return { uid: id('-u'), gid: id('-g') };
}
