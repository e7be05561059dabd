// Drafts, saved snippets, scheduled messages and reminders.
import type { Effects } from './effects.js';
import { type Row, rows } from './rows.js';

export const laterEffects: Effects = {
  'drafts/add'({ fields }, event) {
    rows(fields, 'drafts').push(...(event['drafts'] as Row[]));
    sortDrafts(fields);
  },

  'drafts/update'({ fields }, event) {
    replace(rows(fields, 'drafts'), 'id', event['draft'] as Row);
    sortDrafts(fields);
  },

  'drafts/remove'({ fields }, event) {
    remove(fields, 'drafts', 'id', event['draft_id']);
  },

  'saved_snippets/add'({ fields }, event) {
    rows(fields, 'saved_snippets').push(event['saved_snippet'] as Row);
  },

  'saved_snippets/update'({ fields }, event) {
    replace(rows(fields, 'saved_snippets'), 'id', event['saved_snippet'] as Row);
  },

  'saved_snippets/remove'({ fields }, event) {
    remove(fields, 'saved_snippets', 'id', event['saved_snippet_id']);
  },
};

function replace(list: Row[], key: string, row: Row): void {
  const index = list.findIndex((other) => other[key] === row[key]);
  if (index !== -1) list[index] = row;
}

function remove(fields: Row, name: string, key: string, id: unknown): void {
  fields[name] = rows(fields, name).filter((row) => row[key] !== id);
}

/** The last edited draft is first. */
function sortDrafts(fields: Row): void {
  rows(fields, 'drafts').sort(
    (a, b) =>
      (b['timestamp'] as number) - (a['timestamp'] as number) ||
      (b['id'] as number) - (a['id'] as number),
  );
}
