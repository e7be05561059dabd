// The command-line flags of processes that run jobs. Each overrides an environment variable.
import { parseArgs } from 'node:util';
import { StartupError } from '#platform/startup-error.js';

/** Throws a StartupError for unknown flags. */
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
      `The flags "${args.join(' ')}" are invalid. Use --queues NAME[:JOBS],… and --concurrency JOBS.`,
    );
  }
}
