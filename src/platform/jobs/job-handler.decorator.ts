// Marks the method of a *.worker.ts provider that runs a kind of job.
import { SetMetadata } from '@nestjs/common';
import type { JobDefinition } from './job-definition.js';

/** Metadata key: the definition that a method handles. */
export const HANDLED_JOB = Symbol('HandledJob');

export interface RunningJob {
  /** Unique for all time; the key for `FinishedJobs.runOnce`. */
  id: string;
  /** 1 for the first try. */
  attempt: number;
  /** Aborted when the process stops and the job goes back to its queue: leave off soon. */
  signal: AbortSignal;
}

type JobMethod<Payload> = (payload: Payload, job: RunningJob) => Promise<void>;

/**
 * The method must be safe to run again: a job is tried again after a failure and after a crash.
 * It throws PermanentJobError when trying again can not help.
 */
export function JobHandler<Payload extends object>(
  definition: JobDefinition<Payload>,
): <Method extends JobMethod<Payload>>(
  target: object,
  key: string,
  method: TypedPropertyDescriptor<Method>,
) => void {
  return SetMetadata(HANDLED_JOB, definition);
}
