// The queues that this process serves: WORKER_QUEUES or the flag --queues.
import type { Config } from '#config/config.js';
import { StartupError } from '#platform/startup-error.js';
import { definedQueues, queueConcurrency } from './job-definition.js';

/**
 * Returns the concurrency of each chosen queue. Throws a StartupError for a queue that no imported
 * module defines, so call this after the modules are loaded.
 */
export function chosenQueues({ workerQueues, workerConcurrency }: Config): Map<string, number> {
  const known = definedQueues();
  const unknown = workerQueues.find(({ name }) => name !== '*' && !known.includes(name));
  if (unknown) {
    throw new StartupError(
      `The queue "${unknown.name}" does not exist. The queues are ${known.join(', ')}.`,
    );
  }
  const chosen = new Map<string, number>();
  const choose = (name: string, concurrency: number | undefined): void => {
    chosen.set(name, concurrency ?? queueConcurrency(name) ?? workerConcurrency);
  };
  const rest = workerQueues.find(({ name }) => name === '*');
  if (rest) for (const name of known) choose(name, rest.concurrency);
  for (const { name, concurrency } of workerQueues) if (name !== '*') choose(name, concurrency);
  return chosen;
}
