// Names for the types of the contract.
import type { components } from './api-types.js';

type Schemas = components['schemas'];

/** All events of GET /events, discriminated by `type` and `op`. */
export type Event = Schemas['Event'];

/** The events of a type, or of a type and `op`. */
export type EventOf<Type extends Event['type'], Op = unknown> = Extract<
  Event,
  { type: Type } & (unknown extends Op ? object : { op: Op })
>;

/** A message as in its event. */
export type Message = Schemas['EventMessage'];

export type UnreadMessages = Schemas['RegisterResponse']['unread_msgs'];

/** The state as in POST /register, without the fields of a registration. */
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

/** A condition for the messages of a session: operator and operand. */
export type Narrow = readonly [operator: string, operand: string];

/** A message to send to a channel, or to users by id or email. */
export type OutgoingMessage =
  | { type: 'channel'; to: string | number; topic: string; content: string }
  | { type: 'direct'; to: readonly number[] | readonly string[]; content: string };
