// The text of a reminder: who wrote the message and where, with a link to it, and a quotation.
import { silentMention, topicLink } from '#modules/messages/send';
import { widgetOf } from '#modules/messages/submessages';
import { LIMITS } from '#modules/realms/realms';
import type { Stream } from '#modules/streams/streams';

export interface RemindedMessage {
  id: number;
  sender: { fullName: string; userId: number };
  content: string;
  place: { stream: Stream; topic: string } | { userIds: number[] };
}

const ELLIPSIS = '\n[...]';

export function reminderText(message: RemindedMessage, note: string): string {
  const sender = silentMention(message.sender);
  const widget = widgetOf(message.content)?.widget_type;
  const start = introduction(note);
  const place = placeOf(message);
  if (widget === 'poll') return `${start}\n\n${sender} sent a poll ${place}.`;
  if (widget === 'todo') return `${start}\n\n${sender} sent a to-do list ${place}.`;
  const head = `${start}\n\n${sender} wrote ${place}:\n\n`;
  return head + quotation(message.content, LIMITS.max_message_length - codePoints(head));
}

/** For a message that the user can no longer read. */
export function unreadableReminderText(note: string): string {
  return `${introduction(note)}\n\nThe message was deleted, or you can no longer access it.`;
}

function introduction(note: string): string {
  if (note === '') return 'You requested this reminder of a message.';
  return `You requested this reminder of a message, with a note:\n\n${quotation(note, Infinity)}`;
}

function placeOf({ id, place }: RemindedMessage): string {
  if ('stream' in place) return `in ${topicLink(place.stream, place.topic, id)}`;
  return `in a [direct message](#narrow/dm/${place.userIds.join(',')}-dm/near/${id})`;
}

/** Quotes the text, or as much of it as fits into `limit` characters. */
function quotation(text: string, limit: number): string {
  const runs = Array.from(text.matchAll(/`+|~+/g), ([run]) => run.length);
  const fence = '`'.repeat(Math.max(2, ...runs) + 1);
  const room = limit - 2 * fence.length - ' quote\n\n'.length;
  const characters = [...text];
  const shown =
    characters.length <= room
      ? text
      : characters.slice(0, Math.max(room - ELLIPSIS.length, 0)).join('') + ELLIPSIS;
  return `${fence} quote\n${shown}\n${fence}`;
}

function codePoints(text: string): number {
  return [...text].length;
}
