// Work that takes many transactions: deleting a topic, deleting the data of a realm. Its row in
// `resumable_jobs` holds the state, and each batch changes the state in the same transaction as the
// data. A batch therefore takes effect exactly once, and any worker continues after the last one, even if
// the process was killed.
import { defineJob, type JobDefinition, type JobSettings } from './job-definition.js';

export interface ResumableJobSettings<State extends object> extends JobSettings {
  /** The properties of the state to log: ids and numbers, no personal data. */
  progress: (state: State) => Record<string, unknown>;
}

export interface ResumableJob<State extends object> extends JobDefinition<ResumableJobPayload> {
  progress: (state: State) => Record<string, unknown>;
}

/** The id of the row. */
export type ResumableJobPayload = { id: number };

const definitions = new Map<string, ResumableJob<never>>();

/** Its handler calls `ResumableJobs.run`. The state is stored as JSON. */
export function defineResumableJob<State extends object>({
  progress,
  ...settings
}: ResumableJobSettings<State>): ResumableJob<State> {
  const definition = Object.assign(defineJob<ResumableJobPayload>(settings), { progress });
  definitions.set(definition.name, definition);
  return definition;
}

export function findResumableJob(name: string): ResumableJob<never> | undefined {
  return definitions.get(name);
}
