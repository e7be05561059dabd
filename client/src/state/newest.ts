// The newest message, of all and of each direct message conversation. When it is deleted, no event
// names the message that is the newest then, so it has to be requested from the server.
import type { ClientState } from './effects.js';
import { type Row, rows } from './rows.js';

const CONVERSATIONS = 'recent_private_conversations';
const OF_ALL = 'all';
const NONE = -1;

/** `others` are the participants without the user; undefined for a channel message. */
export function noteMessage(
  { fields, questions }: ClientState,
  id: number,
  others: number[] | undefined,
): void {
  fields['max_message_id'] = Math.max(fields['max_message_id'] as number, id);
  questions.delete(OF_ALL);
  if (!others) return;
  const userIds = others.toSorted((a, b) => a - b);
  questions.delete(String(userIds));
  fields[CONVERSATIONS] = [{ user_ids: userIds, max_message_id: id }, ...without(fields, userIds)];
}

export function noteDeletion(state: ClientState, ids: number[]): void {
  const { fields, questions, userId } = state;
  if (ids.includes(fields['max_message_id'] as number)) {
    questions.set(OF_ALL, {
      parameters: newest([]),
      answer: ([message]) => {
        if (questions.delete(OF_ALL)) fields['max_message_id'] = message?.id ?? NONE;
      },
    });
  }
  for (const row of rows(fields, CONVERSATIONS)) {
    if (!ids.includes(row['max_message_id'] as number)) continue;
    const userIds = row['user_ids'] as number[];
    const operand = userIds.length > 0 ? userIds : [userId];
    questions.set(String(userIds), {
      parameters: newest([{ operator: 'dm', operand }]),
      answer: ([message]) => settle(state, userIds, message?.id),
    });
  }
}

/** Removes the conversation if it has no message. */
function settle(
  { fields, questions }: ClientState,
  userIds: number[],
  id: number | undefined,
): void {
  if (!questions.delete(String(userIds))) return;
  const settled = id === undefined ? [] : [{ user_ids: userIds, max_message_id: id }];
  fields[CONVERSATIONS] = [...settled, ...without(fields, userIds)].toSorted(
    (a, b) => (b['max_message_id'] as number) - (a['max_message_id'] as number),
  );
}

function newest(narrow: Row[]): Row {
  return { narrow, anchor: 'newest', num_before: 1, num_after: 0 };
}

function without(fields: Row, userIds: number[]): Row[] {
  return rows(fields, CONVERSATIONS).filter((row) => String(row['user_ids']) !== String(userIds));
}
