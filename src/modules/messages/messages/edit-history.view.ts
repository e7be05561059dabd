// The history of a message. The organization decides how much of it is shown.
/** One change, as on the wire. What did not change is absent. */
export interface HistoryEntry {
  /** Null when the user is unknown. */
  user_id: number | null;
  /** UNIX seconds. */
  timestamp: number;
  prev_content?: string;
  prev_rendered_content?: string;
  prev_stream?: number;
  stream?: number;
  prev_topic?: string;
  topic?: string;
}

export type HistoryVisibility = 'all' | 'moves' | 'none';

/** The visible entries and parts of entries, newest first. */
export function shownHistory(
  history: HistoryEntry[],
  visibility: HistoryVisibility,
): HistoryEntry[] {
  if (visibility === 'none') return [];
  if (visibility === 'all') return history;
  return history.flatMap(({ prev_content: _content, prev_rendered_content: _html, ...entry }) =>
    entry.prev_topic === undefined && entry.prev_stream === undefined ? [] : [entry],
  );
}
