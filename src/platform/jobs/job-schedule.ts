// Jobs that run at certain times. Each run happens on one worker, regardless of their number.
import type { JobDefinition, JobRequest } from './job-definition.js';

export interface JobSchedule {
  /** Unique among the schedules; lower-case words with hyphens. */
  name: string;
  /** Five cron fields, or six with seconds first; in UTC. */
  cron: string;
  request: JobRequest;
}

const schedules = new Map<string, JobSchedule>();

export function defineSchedule<Payload extends object>(
  name: string,
  cron: string,
  definition: JobDefinition<Payload>,
  payload: Payload,
): void {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) {
    throw new Error(`The schedule "${name}" must be named by lower-case words with hyphens`);
  }
  if (schedules.has(name)) throw new Error(`The schedule "${name}" is defined twice`);
  schedules.set(name, { name, cron, request: definition.with(payload) });
}

export function definedSchedules(): JobSchedule[] {
  return [...schedules.values()];
}
