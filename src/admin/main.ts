// The command-line tool for operators. Results go to standard output, everything else to standard error.
import { runCommand } from './run-command.js';
import { Terminal } from './terminal.js';

const INTERRUPTED = 130;

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

process.exit(await runCommand(terminal, process.argv.slice(2)));
