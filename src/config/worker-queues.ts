// The queues that a worker serves, as configured: a comma-separated list of names, optionally with a
// number of simultaneous jobs; `*` stands for all queues that are not named.

export interface WorkerQueue {
  /** A queue, or `*`. */
  name: string;
  /** Undefined: WORKER_CONCURRENCY. */
  concurrency: number | undefined;
}

const ENTRY = String.raw`(\*|[a-z-]+)(:[1-9]\d{0,2})?`;

export const WORKER_QUEUES = new RegExp(`^${ENTRY}(,${ENTRY})*$`);

/** `text` must match WORKER_QUEUES. */
export function parseWorkerQueues(text: string): WorkerQueue[] {
  return text.split(',').map((entry) => {
    const [name = '', concurrency] = entry.split(':');
    return { name, concurrency: concurrency === undefined ? undefined : Number(concurrency) };
  });
}
