// What a job is: its name, its queue, how often and how soon it is tried again.
// A feature defines its jobs once, in *.jobs.ts; producer and handler share the definition and
// with it the payload's type. A payload holds ids only: the handler loads what they mean now.

type Id = string | number | boolean | null | string[] | number[];

interface BackOff {
  type: 'fixed' | 'exponential';
  delayMs: number;
}

export interface JobSettings {
  /** Lower-case words with hyphens. Operators choose queues per worker process by this name. */
  queue: string;
  /** Unique among all jobs; lower-case words with hyphens. */
  name: string;
  /** How often the job is started before it counts as failed for good. Default: 8. */
  attempts?: number;
  /** Default: exponential from 2 seconds, so 8 attempts span about four minutes. */
  backOff?: BackOff;
}

export interface JobDefinition<Payload extends object> extends Required<JobSettings> {
  /** The job with its payload, for `toJobs` of an event consumer. */
  with(payload: Payload): JobRequest;
}

export interface JobRequest {
  definition: JobDefinition<never>;
  payload: object;
}

/** Thrown by a handler when another try can not help: the job is kept as failed at once. */
export class PermanentJobError extends Error {
  override readonly name = 'PermanentJobError';
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

/** The queues that the defined jobs name, in alphabetical order. */
export function definedQueues(): string[] {
  return [...new Set(definedJobs().map((definition) => definition.queue))].toSorted();
}
