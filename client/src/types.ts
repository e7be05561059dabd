// Names for the types of the contract that a program works with.
import type { components } from './api-types.js';

type Schemas = components['schemas'];

/** Everything that GET /events can give, told apart by `type` and `op`. */
export type Event = Schemas['Event'];

/** The events of one type, or of one type and `op`. */
export type EventOf<Type extends Event['type'], Op = unknown> = Extract<
  Event,
  { type: Type } & (unknown extends Op ? object : { op: Op })
>;

/** A message as its event has it. */
export type Message = Schemas['EventMessage'];

export type UnreadMessages = Schemas['RegisterResponse']['unread_msgs'];

/** The state as POST /register gives it, without what belongs to one registration. */
export type State = Readonly<
  Omit<
    Schemas['RegisterResponse'],
    | keyof Schemas['SuccessEnvelope']
    | 'queue_id'
    | 'last_event_id'
    | 'idle_queue_timeout_secs'
    | 'unread_msgs'
  >
>;

/** One condition that the messages of a session must meet: operator and operand. */
export type Narrow = readonly [operator: string, operand: string];

/** A message to send: to a channel, or to people by id or address. */
export type OutgoingMessage =
  | { type: 'channel'; to: string | number; topic: string; content: string }
  | { type: 'direct'; to: readonly number[] | readonly string[]; content: string };
