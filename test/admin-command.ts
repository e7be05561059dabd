// Runs the command-line tool: in this process, or as an administrator does, in one of its own.
import { execFile } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { runCommand } from '../src/admin/run-command.js';
import { Terminal } from '../src/admin/terminal.js';
import type { TestApp } from './app.js';
import type { Credentials } from './client.js';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

type Variables = Record<string, string>;

/** The environment of commands for the server of a test. */
export function environmentOf({ config, database }: TestApp, dataDir: string): Variables {
  return {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY: config.secretKey,
    EXTERNAL_URL: config.externalUrl.href,
    ...(config.redisUrl === undefined ? {} : { REDIS_URL: config.redisUrl }),
  };
}

export async function runHere(args: string[], variables: Variables): Promise<Outcome> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await runCommand(new Terminal(variables, stdout, stderr), args);
  const [printed, noted] = [stdout, stderr].map((stream) => String(stream.read() ?? ''));
  return { code, stdout: printed!, stderr: noted! };
}

/** Loads the built tool, which takes seconds. */
export function runProcess(args: string[], variables: Variables): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['dist/admin/main.js', ...args],
      { env: { PATH: process.env['PATH'], ...variables } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
  });
}

/** The output of a command that succeeds. */
export async function json(
  args: string[],
  variables: Variables,
  run = runHere,
): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(args, variables);
  if (code !== 0) throw new Error(`${args.join(' ')}: exit code ${code}, ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

export function asFlags(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, value]);
}

export function credentials(printed: unknown): Credentials {
  const { email, api_key: apiKey } = printed as Record<string, string>;
  return { email: email!, apiKey: apiKey! };
}
