// A real TURN server on the loopback interface. Requires coturn (Debian: apt-get install coturn); the
// service of the system is not used.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './server-process.js';

const PROGRAM = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'turnserver'))
  .find((path) => existsSync(path));

/** Whether coturn is installed. */
export function hasCoturn(): boolean {
  return PROGRAM !== undefined;
}

export class Coturn {
  private constructor(
    readonly port: number,
    private readonly directory: string,
    private readonly process: ChildProcess,
  ) {}

  static async start(secret: string): Promise<Coturn> {
    const directory = mkdtempSync(join(tmpdir(), 'parley-coturn-'));
    const port = await freePort();
    const child = spawn(
      PROGRAM!,
      [
        ['-n', '--no-cli', '--no-tls', '--no-dtls', '--simple-log', '--log-file', 'stdout'],
        ['--listening-ip', '127.0.0.1', '--relay-ip', '127.0.0.1', '-p', String(port)],
        ['--use-auth-secret', '--static-auth-secret', secret, '-r', 'parley.test'],
        ['--allow-loopback-peers', '--pidfile', join(directory, 'pid')],
        ['--userdb', join(directory, 'users')],
      ].flat(),
      { stdio: 'ignore' },
    );
    const coturn = new Coturn(port, directory, child);
    try {
      while (!(await coturn.listens())) {
        if (child.exitCode !== null) throw new Error('coturn ended');
        await delay(50);
      }
    } catch (error) {
      await coturn.stop();
      throw error;
    }
    return coturn;
  }

  private listens(): Promise<boolean> {
    return new Promise((resolve) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
  }

  /** Relays packets between two clients through the server, and returns what the client program prints. */
  relay(username: string, credential: string): Promise<string> {
    const account = ['-u', username, '-w', credential, '-p', String(this.port)];
    return new Promise((resolve) => {
      execFile(
        'turnutils_uclient',
        [...account, '-y', '-n', '1', '-m', '1', '127.0.0.1'],
        { timeout: 30_000 },
        (_error, stdout, stderr) => resolve(`${stdout}${stderr}`),
      );
    });
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = new Promise((resolve) => this.process.once('exit', resolve));
      this.process.kill();
      await ended;
    }
    rmSync(this.directory, { recursive: true, force: true });
  }
}
