// A deployment with several processes: a PostgreSQL and a Redis of its own, API processes at fixed
// ports, and workers. Each of them can be made to fail.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded/embedded-postgres.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const READY = /^(?:Parley|The worker) is ready/m;
const START_MS = 90_000;
/** Time after a deliberate failure until connections and jobs have recovered. */
const SETTLING_MS = 15_000;

export const OWNER = { email: 'owner@example.com', password: 'correct horse battery' };

/** The place of a process; when that is killed, another takes its place. */
class Place {
  private child: ChildProcess | undefined;
  startedAt = 0;

  constructor(
    readonly name: string,
    private readonly role: 'api' | 'worker',
    private readonly environment: Record<string, string>,
    private readonly onLine: (line: string) => void,
  ) {}

  /** Retries a limited number of times if the process ends before it is ready, as a supervisor does. */
  async start(attempts = 10): Promise<void> {
    const child = spawn(process.execPath, ['--enable-source-maps', MAIN, this.role], {
      env: { PATH: process.env['PATH'], ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    this.startedAt = performance.now();
    let said = '';
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', (line) => {
        said = `${said}${line}\n`.slice(-10_000);
        if (line.startsWith('{')) this.onLine(line);
      });
    }
    const deadline = performance.now() + START_MS;
    while (!READY.test(said)) {
      if (child !== this.child) return;
      if (child.exitCode !== null || performance.now() > deadline) {
        await this.kill();
        if (attempts === 1) throw new Error(`${this.name} does not start: ${said.slice(0, 2000)}`);
        await sleep(500);
        return this.start(attempts - 1);
      }
      await sleep(50);
    }
  }

  /** Sends SIGKILL and waits for the end of the process. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Resident memory in MB; undefined while there is no process. */
  async memory(): Promise<number | undefined> {
    const { child } = this;
    if (child?.pid === undefined || child.exitCode !== null) return undefined;
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  }
}

export class Deployment {
  readonly apis: Place[] = [];
  readonly workers: Place[] = [];
  /** Number of warnings and errors in the logs, by message. */
  readonly complaints = new Map<string, number>();
  /** The same, during and shortly after deliberate failures. */
  readonly expectedComplaints = new Map<string, number>();
  private disturbedUntil = 0;
  ports: number[] = [];
  private directory = '';
  private postgres: EmbeddedPostgres | undefined;
  private redis: { child: ChildProcess; port: number } | undefined;

  async start(counts: { apis: number; workers: number }): Promise<void> {
    this.directory = await mkdtemp(join(tmpdir(), 'parley-soak-'));
    await this.startPostgres();
    await this.startRedis();
    const common = {
      // A link, because PostgreSQL has a new socket directory after each start.
      DATABASE_URL: `postgresql://parley@localhost:5432/parley?host=${encodeURIComponent(this.socket)}`,
      REDIS_URL: `redis://127.0.0.1:${this.redis!.port}`,
      EXTERNAL_URL: 'http://localhost',
      SECRET_KEY: 'a sample key of the soak, known to everyone',
      OWNER_EMAIL: OWNER.email,
      OWNER_PASSWORD: OWNER.password,
      DATA_DIR: join(this.directory, 'data'),
      DATABASE_POOL_SIZE: '10',
      RATE_LIMITS: 'off',
      NODE_ENV: 'production',
    };
    const onLine = (line: string): void => this.note(line);
    for (let n = 1; n <= counts.apis; n++) {
      const port = await freePort();
      this.ports.push(port);
      this.apis.push(new Place(`api ${n}`, 'api', { ...common, PORT: String(port) }, onLine));
    }
    for (let n = 1; n <= counts.workers; n++) {
      this.workers.push(new Place(`worker ${n}`, 'worker', common, onLine));
    }
    // The first process applies the migrations and creates the organization.
    const [first, ...others] = [...this.apis, ...this.workers];
    await first!.start();
    await Promise.all(others.map((place) => place.start()));
  }

  async restartPostgres(): Promise<void> {
    this.disturbedUntil = Infinity;
    await this.postgres!.stop();
    await this.startPostgres();
    this.disturbedUntil = performance.now() + SETTLING_MS;
  }

  async flushRedis(): Promise<void> {
    this.disturbedUntil = performance.now() + SETTLING_MS;
    const redis = new Redis(this.redis!.port);
    await redis.flushall();
    redis.disconnect();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.apis, ...this.workers].map((place) => place.kill()));
    this.redis?.child.kill('SIGTERM');
    await this.postgres?.stop();
    await rm(this.directory, { recursive: true, force: true });
  }

  private get socket(): string {
    return join(this.directory, 'pg');
  }

  private async startPostgres(): Promise<void> {
    this.postgres = await startEmbeddedPostgres({ dataDir: join(this.directory, 'postgres') });
    await symlink(this.postgres.connection.host, `${this.socket}.new`);
    await rename(`${this.socket}.new`, this.socket);
  }

  private async startRedis(): Promise<void> {
    const port = await freePort();
    const child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', this.directory],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const failed = once(child, 'error').then(() => {
      throw new Error('The soak needs redis-server in the PATH');
    });
    this.redis = { child, port };
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    while (!said.includes('Ready to accept connections')) {
      await Promise.race([failed, sleep(50)]);
    }
    failed.catch(() => undefined);
  }

  private note(line: string): void {
    const { level = 0, msg = line, err } = parsed(line);
    if (level < 40) return;
    const what = `${level >= 50 ? 'error' : 'warning'}: ${msg}${err?.message ? ` (${err.message})` : ''}`;
    const isExpected = performance.now() < this.disturbedUntil;
    const complaints = isExpected ? this.expectedComplaints : this.complaints;
    complaints.set(what, (complaints.get(what) ?? 0) + 1);
  }
}

interface LogLine {
  level?: number;
  msg?: string;
  err?: { message?: string };
}

function parsed(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return {};
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
