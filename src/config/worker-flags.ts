// The flags of a process that runs jobs. Each stands for a variable and has precedence over it.
import { parseArgs } from 'node:util';
import { StartupError } from '#platform/startup-error.js';

/** Throws a StartupError on a flag that does not exist. */
export function parseWorkerFlags(args: string[]): Record<string, string> {
  const { queues, concurrency } = readFlags(args);
  return {
    ...(queues === undefined ? {} : { WORKER_QUEUES: queues }),
    ...(concurrency === undefined ? {} : { WORKER_CONCURRENCY: concurrency }),
  };
}

function readFlags(args: string[]): { queues?: string; concurrency?: string } {
  try {
    return parseArgs({
      args,
      options: { queues: { type: 'string' }, concurrency: { type: 'string' } },
    }).values;
  } catch {
    throw new StartupError(
      `the flags "${args.join(' ')}" are wrong; there are --queues NAME[:JOBS],… and --concurrency JOBS`,
    );
  }
}
