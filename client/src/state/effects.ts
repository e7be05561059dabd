// What each kind of event changes, as its documentation says. One table for each area; together
// they know every kind that can come.
import type { Question } from './newest.js';
import type { Row, WireEvent } from './rows.js';
import type { Unread } from './unread.js';

export interface ClientState {
  /** Everything but the unread messages, as registered. */
  fields: Row;
  unread: Unread | undefined;
  /** Whose newest message was deleted, and has to be asked for. */
  questions: Map<string, Question>;
  userId: number;
}

type Effect = (state: ClientState, event: WireEvent) => void;

/** By `type`, or `type/op` where there is one. An effect may keep parts of the event it is given. */
export type Effects = Record<string, Effect>;
