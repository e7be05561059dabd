// The processes of a run: Parley and the servers of floors. Each reports its resource usage and is
// ended by the bench, at the latest when the run ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pTimeout from 'p-timeout';
import type { Question, Usage } from './answers-to-bench.js';

export const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

const START_MS = 60_000;
const END_MS = 12_000;
const READY = /^(?:Parley|The worker) is ready .*?(?::(\d+))?$/;
/** A server that uses less than this share of a processor counts as idle. */
const IDLE_SHARE = 0.05;

export class MeasuredProcess {
  constructor(
    private readonly child: ChildProcess,
    readonly port: number,
  ) {}

  /** Resource usage, after a garbage collection unless `collect` is false. */
  async usage(collect = true): Promise<Usage> {
    const answer = once(this.child, 'message');
    const question: Question = { collect };
    this.child.send(question);
    const [usage] = (await answer) as [Usage];
    return usage;
  }

  async memoryInMb(): Promise<number> {
    return (await this.usage()).rss / 1e6;
  }

  /** Resolves when the process is idle. */
  async settle(): Promise<void> {
    let before = await this.usage(false);
    for (let quiet = 0, tries = 0; quiet < 2 && tries < 600; tries++) {
      await sleep(50);
      const after = await this.usage(false);
      quiet = after.cpu - before.cpu < 50 * IDLE_SHARE ? quiet + 1 : 0;
      before = after;
    }
  }

  async stop(): Promise<void> {
    await end(this.child);
  }
}

export interface ParleyOptions {
  role: 'api' | 'all' | 'worker';
  environment: Record<string, string>;
}

export class ChildProcesses {
  private readonly running = new Set<ChildProcess>();

  constructor(private readonly options: { profileDirectory: string | undefined }) {}

  /** Starts Parley and waits for its ready line. The port of a worker is 0. */
  async startParley({ role, environment }: ParleyOptions): Promise<MeasuredProcess> {
    const { profileDirectory } = this.options;
    const profiling = profileDirectory ? ['--cpu-prof', `--cpu-prof-dir=${profileDirectory}`] : [];
    const child = this.start(
      [...profiling, '--enable-source-maps', join(PROJECT, 'dist/main.js'), role],
      {
        NODE_ENV: 'production',
        PORT: '0',
        HOST: '127.0.0.1',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        SECRET_KEY: 'a sample key of the bench, known to everyone',
        ...environment,
      },
    );
    const lines = createInterface({ input: child.stdout! });
    const ready = new Promise<number>((resolve) => {
      lines.on('line', (line) => {
        const match = READY.exec(line);
        // A worker has no port.
        if (match) resolve(Number(match[1] ?? 0));
        // A log entry, which exists only when something fails.
        else if (line.startsWith('{')) process.stderr.write(`${line}\n`);
      });
    });
    return new MeasuredProcess(child, await this.unlessItEnds(child, ready));
  }

  /** Starts the server of a floor (see serve-floor.ts), a compiled file in bench/dist. */
  async startFloor(
    file: string,
    environment: Record<string, string> = {},
  ): Promise<MeasuredProcess> {
    const child = this.start([join(PROJECT, 'bench/dist', file)], environment);
    const ready = once(child, 'message').then(([{ port }]) => port as number);
    return new MeasuredProcess(child, await this.unlessItEnds(child, ready));
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.running].map(end));
  }

  private start(args: string[], environment: Record<string, string>): ChildProcess {
    const loaded = new URL('./answers-to-bench.js', import.meta.url).href;
    const child = spawn(process.execPath, ['--expose-gc', '--import', loaded, ...args], {
      cwd: PROJECT,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    this.running.add(child);
    child.once('exit', () => this.running.delete(child));
    return child;
  }

  private async unlessItEnds<T>(child: ChildProcess, ready: Promise<T>): Promise<T> {
    const waiting = new AbortController();
    const ended = once(child, 'exit', { signal: waiting.signal }).then(([code]) => {
      throw new Error(`A process ended with code ${String(code)} before it was ready`);
    });
    ended.catch(() => undefined);
    try {
      return await pTimeout(Promise.race([ready, ended]), {
        milliseconds: START_MS,
        message: `A process was not ready within ${START_MS / 1000} s`,
      });
    } finally {
      waiting.abort();
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await exit;
  clearTimeout(timer);
}
