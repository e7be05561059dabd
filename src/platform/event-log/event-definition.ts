// A kind of event: its wire type, and what a particular client sees of its stored payload.
// A feature defines each kind once in its *.events.ts; the log itself knows no feature.
import type { Audience } from './audience.js';
import type { EventQueue } from './event-queue.js';

/** An event that a service appends inside its transaction. */
export interface NewEvent<Payload extends object = object> {
  realmId: number;
  type: string;
  payload: Payload;
  audience: Audience;
}

export interface LoggedEvent {
  realmId: number;
  id: number;
  type: string;
  payload: object;
  audience: Audience;
  /** Size of its payload and audience in the table, as text. */
  bytes: number;
}

export interface EventDefinition<Payload extends object> {
  /** The name of the kind in `event_types`, and the event's `type` on the wire. */
  type: string;
  /**
   * The event as the owner of this queue sees it, without `id`; undefined hides it. A list is as
   * many events. Default: the payload as it is, for everybody.
   */
  present?(payload: Payload, queue: EventQueue): object | readonly object[] | undefined;
  /**
   * How many ids the event takes, so that each entry of a list has one of its own: at least the
   * length of the longest list that `present` makes of this payload. Default: 1.
   */
  idsFor?(payload: Payload): number;
  /** Hides the event from queues that take all kinds without naming any. */
  onlyWhenNamed?: boolean;
  /**
   * Names the form that `present` gives this queue: the same name, the same result.
   * Each form is serialised once, however many queues take it. Default: one form for all.
   */
  variantFor?(payload: Payload, queue: EventQueue): string;
  /** Whether the queue's narrow lets the event through. Default: it does. */
  matchesNarrow?(payload: Payload, queue: EventQueue): boolean;
}

export interface EventKind<Payload extends object> {
  (realmId: number, payload: Payload, audience: Audience): NewEvent<Payload>;
  type: string;
}

const definitions = new Map<string, EventDefinition<never>>();

/** Registers the kind and returns the builder of its events. */
export function defineEvent<Payload extends object>(
  definition: EventDefinition<Payload>,
): EventKind<Payload> {
  definitions.set(definition.type, definition);
  const build = (realmId: number, payload: Payload, audience: Audience): NewEvent<Payload> => ({
    realmId,
    type: definition.type,
    payload,
    audience,
  });
  return Object.assign(build, { type: definition.type });
}

export function definitionOf(type: string): EventDefinition<object> | undefined {
  return definitions.get(type);
}

export function definedEventTypes(): string[] {
  return [...definitions.keys()];
}
