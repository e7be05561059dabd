// Runs one command line of the administration tool.
import { CommanderError } from 'commander';
import { ApiError } from '#platform/http/api-error.js';
import { StartupError } from '#platform/startup-error.js';
import { CommandError } from './command-error.js';
import { createProgram } from './program.js';
import type { Terminal } from './terminal.js';

const WRONG_COMMAND = 2;

/** Returns the exit code: 1 when the command failed, and one line says why, 2 when the command line is wrong. */
export async function runCommand(terminal: Terminal, args: string[]): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_COMMAND;
    const isExpected =
      error instanceof StartupError || error instanceof CommandError || error instanceof ApiError;
    terminal.note(`error: ${isExpected ? error.message : (error as Error).stack}`);
    return 1;
  }
}
