// The command-line tool for operators. Results go to standard output, everything else to standard
// error. Exit code 1: the command failed, and one line says why; 2: the command line is wrong.
import { CommanderError } from 'commander';
import { ApiError } from '#platform/http/api-error.js';
import { StartupError } from '#platform/startup-error.js';
import { CommandError } from './command-error.js';
import { createProgram } from './program.js';
import { Terminal } from './terminal.js';

const WRONG_COMMAND = 2;
const INTERRUPTED = 130;

function fail(terminal: Terminal, error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_COMMAND;
  const isExpected =
    error instanceof StartupError || error instanceof CommandError || error instanceof ApiError;
  terminal.note(`error: ${isExpected ? error.message : (error as Error).stack}`);
  return 1;
}

async function main(): Promise<number> {
  const terminal = new Terminal(process.env, process.stdout, process.stderr);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      void terminal.interrupted().finally(() => process.exit(INTERRUPTED));
    });
  }
  // A reader such as `head` may close the pipe: the command still ends properly.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  try {
    await createProgram(terminal).parseAsync(process.argv.slice(2), { from: 'user' });
    return 0;
  } catch (error) {
    return fail(terminal, error);
  }
}

process.exit(await main());
