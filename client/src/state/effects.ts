// The effects of all kinds of events on the state, as documented. There is a table for each area.
import type { Row, WireEvent } from './rows.js';
import type { Unread } from './unread.js';

/** A part of the state that is outdated until messages are requested. */
export interface Question {
  /** Parameters for GET /messages. */
  parameters: Row;
  /** Must be called with the messages found. */
  answer: (messages: { id: number; flags?: string[] }[]) => void;
}

export interface ClientState {
  /** The fields of the response of POST /register, without the unread messages. */
  fields: Row;
  unread: Unread | undefined;
  /** Conversations whose newest message was deleted and must be requested. */
  questions: Map<string, Question>;
  userId: number;
}

type Effect = (state: ClientState, event: WireEvent) => void;

/** By `type`, or `type/op` if there is an op. An effect may store parts of the event. */
export type Effects = Record<string, Effect>;
