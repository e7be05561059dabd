// The parts of which the state in the answer of POST /register consists.
import type { SnapshotSection } from '#platform/event-log/snapshot-section.js';
import type { RegisterDto } from './events.dto.js';

/** Injection token of all of them, in the order of the answer. */
export const SNAPSHOT_SECTIONS = Symbol('SnapshotSections');

/** Whether a type is among those whose state the client asks for. */
export function fetchedBy(input: RegisterDto): (type: string) => boolean {
  const fetched = input.fetch_event_types ?? input.event_types ?? null;
  return (type) => fetched === null || fetched.includes(type);
}

/** All at once, so that their statements travel together. A failure is thrown when all have ended. */
export async function readSections(
  sections: SnapshotSection[],
  fetches: (type: string) => boolean,
  readOne: (section: SnapshotSection) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const asked = sections.filter(({ fetchTypes }) => fetchTypes.some(fetches));
  const read = await Promise.allSettled(asked.map(readOne));
  const state: Record<string, unknown> = {};
  for (const part of read) {
    if (part.status === 'rejected') throw part.reason;
    Object.assign(state, part.value);
  }
  return state;
}
