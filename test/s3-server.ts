// A real S3-compatible server on the loopback interface, with an empty bucket: versitygw, which is built
// with Go once and cached, or else moto from PyPI, which is installed with uv or pip.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { S3Config } from '#config/s3.js';

const GATEWAY = 'github.com/versity/versitygw/cmd/versitygw';
const GATEWAY_VERSION = 'v1.8.0';
const MOTO_VERSION = '5.2.5';
const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'parley-tests');
const KEYS = { accessKeyId: 'sample-key', secretAccessKey: 'the secret of a sample' };
const REGION = 'us-east-1';
const BUCKET = 'files';
const TRIES = 200;
/** Building takes about four minutes. */
const S3_START_MS = 900_000;
const WAIT_MS = 500;

const run = promisify(execFile);

type Program = [path: string, parameters: string[]];

/** The storages that tests compare: their names, and the variables with which Parley uses them. */
export interface TestStorages {
  storages: [name: string, environment: Record<string, string>][];
  /** Undefined when no S3-compatible server can run. */
  s3: S3Server | undefined;
}

/** S3 is left out, with a warning, when neither program can be built or installed. */
export async function startStorages(): Promise<TestStorages> {
  const s3 = await S3Server.start();
  return {
    storages: [
      ['a directory', {}],
      ...(s3 ? [['S3', s3.environment] as [string, Record<string, string>]] : []),
    ],
    s3,
  };
}

export class S3Server {
  readonly config: S3Config;

  private constructor(
    port: number,
    private readonly directory: string,
    private readonly process: ChildProcess,
  ) {
    this.config = {
      bucket: BUCKET,
      region: REGION,
      endpoint: `http://127.0.0.1:${port}`,
      credentials: KEYS,
      forcePathStyle: true,
    };
  }

  /** Undefined when neither program can be built or installed. */
  static async start(): Promise<S3Server | undefined> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-s3-'));
    const port = await freePort();
    const program = (await gateway(directory, port)) ?? (await moto(directory, port));
    if (!program) {
      rmSync(directory, { recursive: true });
      console.warn('skipped: neither Go nor Python can provide an S3-compatible server');
      return undefined;
    }
    const [path, parameters] = program;
    const child = spawn(path, parameters, {
      stdio: 'ignore',
      env: {
        ...process.env,
        ROOT_ACCESS_KEY: KEYS.accessKeyId,
        ROOT_SECRET_KEY: KEYS.secretAccessKey,
      },
    });
    const server = new S3Server(port, directory, child);
    try {
      await server.createBucket();
    } catch (error) {
      server.stop();
      throw error;
    }
    return server;
  }

  /** The variables of a Parley that stores files here. */
  get environment(): Record<string, string> {
    return {
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ENDPOINT: this.config.endpoint!,
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'on',
    };
  }

  stop(): void {
    this.process.kill();
    rmSync(this.directory, { recursive: true, force: true });
  }

  private async createBucket(): Promise<void> {
    const client = new S3Client({
      ...this.config,
      endpoint: this.config.endpoint!,
      maxAttempts: 1,
    });
    try {
      for (let tries = 1; ; tries++) {
        try {
          await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
          return;
        } catch (error) {
          if (tries === TRIES || this.process.exitCode !== null) throw error;
          await delay(50);
        }
      }
    } finally {
      client.destroy();
    }
  }
}

async function gateway(directory: string, port: number): Promise<Program | undefined> {
  const path = join(CACHE, `versitygw-${GATEWAY_VERSION}`);
  if (!(await buildOnce(directory, path))) return undefined;
  const files = join(directory, 'files');
  const attributes = join(directory, 'attributes');
  mkdirSync(files);
  mkdirSync(attributes);
  // Temporary file systems may lack extended attributes.
  return [path, ['--port', `127.0.0.1:${port}`, 'posix', '--sidecar', attributes, files]];
}

/** One process builds the program, and the others wait. Returns whether it exists. */
async function buildOnce(directory: string, path: string): Promise<boolean> {
  const lock = `${path}.building`;
  mkdirSync(CACHE, { recursive: true });
  while (!existsSync(path)) {
    if (!tryLock(lock)) {
      await delay(WAIT_MS);
      continue;
    }
    try {
      return await buildGateway(directory, path);
    } finally {
      rmSync(lock, { recursive: true });
    }
  }
  return true;
}

/** A process that was killed leaves its lock, which ends with the time for building. */
function tryLock(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const { mtimeMs = Date.now() } = statSync(lock, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > S3_START_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

async function buildGateway(directory: string, path: string): Promise<boolean> {
  const cwd = join(directory, 'module');
  mkdirSync(cwd);
  const built = join(cwd, 'versitygw');
  try {
    await run('go', ['mod', 'init', 'parley.test/s3'], { cwd });
    await run('go', ['get', `${GATEWAY}@${GATEWAY_VERSION}`], { cwd });
    await run('go', ['build', '-o', built, GATEWAY], { cwd });
    renameSync(built, path);
    return true;
  } catch {
    return false;
  }
}

async function moto(directory: string, port: number): Promise<Program | undefined> {
  const python = join(directory, 'python');
  const requirement = `moto[server]==${MOTO_VERSION}`;
  try {
    await run('uv', ['venv', '--quiet', python]);
    await run('uv', [
      'pip',
      'install',
      '--quiet',
      '--python',
      join(python, 'bin/python'),
      requirement,
    ]);
  } catch {
    try {
      await run('python3', ['-m', 'venv', python]);
      await run(join(python, 'bin/pip'), ['install', '--quiet', requirement]);
    } catch {
      return undefined;
    }
  }
  return [join(python, 'bin/moto_server'), ['-H', '127.0.0.1', '-p', String(port)]];
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
