// Real processes of the built server, with their output, and their own Redis.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { until } from './event-queue.js';
import { emptyRedis } from './test-redis.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const READY = /^(?:Parley|The worker) is ready .*?(?::(\d+))?$/m;
/** Generous, for a busy machine. */
const START_MS = 80_000;

const running = new Set<ChildProcess>();

/** For the end of a test file: ends all processes that it started. */
export async function endProcesses(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }),
  );
}

function start(command: string, args: string[], environment: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(command, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  child.once('error', () => running.delete(child));
  return child;
}

export class ServerProcess {
  stdout = '';
  stderr = '';
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
  private readonly child: ChildProcess;

  /** Starts a role; `environment` replaces that of this process, except for PATH. */
  constructor(role: string, environment: Record<string, string>) {
    this.child = start(process.execPath, [MAIN, role], {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'fatal',
      RATE_LIMITS: 'off',
      DATABASE_POOL_SIZE: '6',
      ...environment,
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = once(this.child, 'close').then(
      ([code, signal]) => (code ?? signal) as number | string | null,
    );
  }

  /** Resolves with the port of an API process when it serves. */
  async ready(): Promise<number> {
    const deadline = performance.now() + START_MS;
    let hasEnded = false;
    void this.ended.then(() => (hasEnded = true));
    for (;;) {
      const found = READY.exec(this.stdout);
      if (found) return Number(found[1] ?? 0);
      if (hasEnded) throw new Error(`The server ended: ${this.stderr}`);
      if (performance.now() > deadline) {
        throw new Error(`Not ready in time: ${this.stdout}${this.stderr}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Resolves when the log of all requests until now has arrived; the process must log requests. */
  async logsRequests(port: number): Promise<void> {
    const id = randomUUID();
    const headers = { 'X-Request-Id': id };
    await (await fetch(`http://127.0.0.1:${port}/api/v1/server_settings`, { headers })).text();
    await until(() => this.stdout.includes(id));
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  kill(signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }
}

const hasRedisServer = !spawnSync('redis-server', ['--version']).error;

/** Whether redis-server is installed, or the run has a REDIS_URL. */
export function hasRedis(): boolean {
  return hasRedisServer || Boolean(process.env['REDIS_URL']);
}

/** Whether a test can start a Redis that it may also stop. */
export function hasOwnRedis(): boolean {
  return hasRedisServer;
}

/** The URL of a Redis for these processes alone; where one ran before, with that `port`. */
export async function startRedis(wanted?: number): Promise<string> {
  if (!hasRedisServer) return (await emptyRedis('processes'))!;
  const port = wanted ?? (await freePort());
  const options = { '--port': String(port), '--bind': '127.0.0.1', '--save': '' };
  const child = start('redis-server', Object.entries(options).flat(), process.env);
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  while (!said.includes('Ready to accept connections')) {
    if (child.exitCode !== null) throw new Error(`Redis ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return `redis://127.0.0.1:${port}`;
}

/** A port that nothing uses. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
