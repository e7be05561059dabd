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

  'scheduled_messages/add'({ fields }, event) {
    rows(fields, 'scheduled_messages').push(...(event['scheduled_messages'] as Row[]));
    sortByTime(fields, 'scheduled_messages', 'scheduled_message_id');
  },

  'scheduled_messages/update'({ fields }, event) {
    const row = event['scheduled_message'] as Row;
    replace(rows(fields, 'scheduled_messages'), 'scheduled_message_id', row);
    sortByTime(fields, 'scheduled_messages', 'scheduled_message_id');
  },

  'scheduled_messages/remove'({ fields }, event) {
    const { scheduled_message_id: id } = event;
    remove(fields, 'scheduled_messages', 'scheduled_message_id', id);
  },

  'reminders/add'({ fields }, event) {
    rows(fields, 'reminders').push(...(event['reminders'] as Row[]));
    sortByTime(fields, 'reminders', 'reminder_id');
  },

  'reminders/remove'({ fields }, event) {
    remove(fields, 'reminders', 'reminder_id', event['reminder_id']);
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

/** The row that is due first is first. */
function sortByTime(fields: Row, name: string, key: string): void {
  const time = 'scheduled_delivery_timestamp';
  rows(fields, name).sort(
    (a, b) => (a[time] as number) - (b[time] as number) || (a[key] as number) - (b[key] as number),
  );
}
