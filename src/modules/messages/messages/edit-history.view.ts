// The history of a message. The organization decides how much of it is shown.
import type { HistoryEntry } from './message.entity.js';

export type HistoryVisibility = 'all' | 'moves' | 'none';

/** The visible entries and parts of entries, newest first. */
export function shownHistory(
  history: HistoryEntry[] | null,
  visibility: HistoryVisibility,
): HistoryEntry[] {
  if (!history || visibility === 'none') return [];
  if (visibility === 'all') return history;
  return history.flatMap(({ prev_content: _content, prev_rendered_content: _html, ...entry }) =>
    entry.prev_topic === undefined && entry.prev_stream === undefined ? [] : [entry],
  );
}
