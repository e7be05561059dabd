// Marks the method of a *.worker.ts provider that handles a job.
import { SetMetadata } from '@nestjs/common';
import type { JobDefinition } from './job-definition.js';

/** Metadata key of the definition that a method handles. */
export const HANDLED_JOB = Symbol('HandledJob');

export interface RunningJob {
  /** Never used again; the key for `FinishedJobs.runOnce`. */
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** Aborts when the process stops; the handler must then throw soon, and the job returns to its queue. */
  signal: AbortSignal;
}

type JobMethod<Payload> = (payload: Payload, job: RunningJob) => Promise<void>;

/**
 * The method must be idempotent: a job runs again after a failure or a crash. It throws
 * PermanentJobError when another attempt cannot succeed, RetryJobError when another server failed, and
 * PostponeJobError when it cannot begin yet.
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
