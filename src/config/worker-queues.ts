// Which queues a worker process serves, as an operator writes it: names with commas between, each
// with a number of simultaneous jobs if need be; `*` is every queue that is not named otherwise.

export interface WorkerQueue {
  /** A queue, or `*`. */
  name: string;
  /** Undefined: WORKER_CONCURRENCY. */
  concurrency: number | undefined;
}

const ENTRY = String.raw`(\*|[a-z-]+)(:[1-9]\d{0,2})?`;

export const WORKER_QUEUES = new RegExp(`^${ENTRY}(,${ENTRY})*$`);

/** Takes text that matches WORKER_QUEUES. */
export function parseWorkerQueues(text: string): WorkerQueue[] {
  return text.split(',').map((entry) => {
    const [name = '', concurrency] = entry.split(':');
    return { name, concurrency: concurrency === undefined ? undefined : Number(concurrency) };
  });
}
