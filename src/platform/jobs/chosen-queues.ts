// Which queues this process works on, as its operator chose.
import type { Config } from '#config/config.js';
import { StartupError } from '#platform/startup-error.js';
import { definedQueues } from './job-definition.js';

/**
 * Each queue with the number of its jobs that run at the same time. Throws for one that does not
 * exist. Knows the queues of the features that are loaded by then.
 */
export function chosenQueues({ workerQueues, workerConcurrency }: Config): Map<string, number> {
  const known = definedQueues();
  const unknown = workerQueues.find(({ name }) => name !== '*' && !known.includes(name));
  if (unknown) {
    throw new StartupError(
      `there is no queue "${unknown.name}" to work on; the queues are ${known.join(', ')}`,
    );
  }
  const chosen = new Map<string, number>();
  const rest = workerQueues.find(({ name }) => name === '*');
  if (rest) for (const name of known) chosen.set(name, rest.concurrency ?? workerConcurrency);
  for (const { name, concurrency } of workerQueues) {
    if (name !== '*') chosen.set(name, concurrency ?? workerConcurrency);
  }
  return chosen;
}
