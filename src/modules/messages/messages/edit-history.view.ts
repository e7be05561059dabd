// What became of a message, as its readers see it: when it was last edited and moved, and its
// earlier states. How much of the history is shown, the organization decides.
import { toSeconds } from '#platform/clock.js';
import { topicForClient } from '#modules/streams/streams';
import type { Schema } from '#platform/http/contract.js';

/** One change, as it is stored and as the wire has it. What did not change is absent. */
export interface HistoryEntry {
  /** Null when nobody knows who did it. */
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

export interface EditedRow {
  last_edited_at: Date | null;
  last_moved_at: Date | null;
  /** Newest first; null for a message that was never changed. */
  edit_history: HistoryEntry[] | null;
}

/** The entries that may be shown, without what of them may not. Newest first. */
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

/** Adds the fields that only changed messages have. */
export function addEditedFields(
  view: Schema<'MessageBase'>,
  { last_edited_at: editedAt, last_moved_at: movedAt, edit_history: history }: EditedRow,
  visibility: HistoryVisibility,
  understandsEmptyTopic: boolean,
): void {
  if (editedAt) view.last_edit_timestamp = toSeconds(editedAt);
  if (movedAt) view.last_moved_timestamp = toSeconds(movedAt);
  const shown = shownHistory(history, visibility);
  if (shown.length === 0) return;
  view.edit_history = shown.map((entry) => withTopicsFor(entry, understandsEmptyTopic));
}

function withTopicsFor(entry: HistoryEntry, understandsEmptyTopic: boolean): HistoryEntry {
  if (entry.topic === undefined || entry.prev_topic === undefined) return entry;
  return {
    ...entry,
    topic: topicForClient(entry.topic, understandsEmptyTopic),
    prev_topic: topicForClient(entry.prev_topic, understandsEmptyTopic),
  };
}
