// The definition of a job: its name, its queue and its retries. A module defines its jobs in *.jobs.ts;
// producer and handler share the definition and with it the type of the payload. A payload holds ids
// only, and the handler loads the current rows.

type Id = string | number | boolean | null | string[] | number[];

interface BackOff {
  type: 'fixed' | 'exponential';
  delayMs: number;
}

export interface JobSettings {
  /** Lower-case words with hyphens. Operators choose the queues of a worker process by this name. */
  queue: string;
  /** Unique among all jobs; lower-case words with hyphens. */
  name: string;
  /** Number of attempts before the job has failed permanently. Default: 8. */
  attempts?: number;
  /** Default: exponential from 2 seconds, so 8 attempts span about four minutes. */
  backOff?: BackOff;
  /**
   * Number of concurrent jobs of the queue in a process unless the operator sets it, for jobs that mostly wait for
   * other servers. Default: WORKER_CONCURRENCY.
   */
  concurrency?: number;
}

export interface JobDefinition<Payload extends object> extends Required<
  Omit<JobSettings, 'concurrency'>
> {
  concurrency?: number;
  /** A request for this job, for `toJobs` of an event consumer. */
  with(payload: Payload): JobRequest;
}

export interface JobRequest {
  definition: JobDefinition<never>;
  payload: object;
}

/** Thrown by a handler when another attempt cannot succeed: the job fails permanently at once. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
}

/** Thrown by a handler if another server failed. The job is retried, and the failure is not logged as an error. */
export class RetryJobError extends Error {
  override readonly name = 'RetryJobError';
}

/** Thrown by a handler that cannot start yet. The job runs later, and the attempt does not count. */
export class PostponeJobError extends Error {
  override readonly name = 'PostponeJobError';

  constructor(readonly delayMs: number) {
    super('The job has to wait');
  }
}

const NAME = /^[a-z]+(-[a-z]+)*$/;
const definitions = new Map<string, JobDefinition<never>>();

export function defineJob<Payload extends { [Key in keyof Payload]: Id }>(
  settings: JobSettings,
): JobDefinition<Payload> {
  const { queue, name } = settings;
  if (!NAME.test(queue) || !NAME.test(name)) {
    throw new Error(`Queue "${queue}" and job "${name}" must be lower-case words with hyphens`);
  }
  if (definitions.has(name)) throw new Error(`The job "${name}" is defined twice`);
  const definition: JobDefinition<Payload> = {
    attempts: 8,
    backOff: { type: 'exponential', delayMs: 2000 },
    ...settings,
    with: (payload) => ({ definition, payload }),
  };
  definitions.set(name, definition);
  return definition;
}

export function definedJobs(): JobDefinition<never>[] {
  return [...definitions.values()];
}

/** The queues of all defined jobs, in alphabetical order. */
export function definedQueues(): string[] {
  return [...new Set(definedJobs().map((definition) => definition.queue))].toSorted();
}

/** The highest concurrency in the definitions of the queue; undefined if there is none. */
export function queueConcurrency(queue: string): number | undefined {
  const limits = definedJobs().flatMap((definition) =>
    definition.queue === queue && definition.concurrency !== undefined
      ? [definition.concurrency]
      : [],
  );
  return limits.length > 0 ? Math.max(...limits) : undefined;
}
