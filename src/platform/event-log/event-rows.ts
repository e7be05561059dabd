/** Events in one row of the event log, which bounds the length of rows and the ids that they reserve. */
const MAX_ENTRIES = 200;

/** Divides a long list of events into rows of the event log. */
export function* inRows<Entry>(entries: Entry[]): Generator<Entry[]> {
  for (let start = 0; start < entries.length; start += MAX_ENTRIES) {
    yield entries.slice(start, start + MAX_ENTRIES);
  }
}
