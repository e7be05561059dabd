// A kind of event: its wire type, and the form in which each client receives its payload.
// Features define their kinds in *.events.ts; the event log itself depends on no feature.
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
  /** Length of payload and audience as text in the table. */
  bytes: number;
}

export interface EventDefinition<Payload extends object, Body extends object = object> {
  /** The name of the kind in `event_types`, and the event's `type` on the wire. */
  type: string;
  /**
   * The event as sent to this queue, without `id` and `type`; undefined hides the event, and a list stands for
   * several events. Default: the payload, unchanged for every queue. With an audience of `entries`, the list
   * has the same number of events for each entry, undefined ones included.
   */
  present?(payload: Payload, queue: EventQueue): Body | readonly (Body | undefined)[] | undefined;
  /**
   * Number of ids that the event reserves, so that each entry of a list has an id: at least the
   * length of the longest list that `present` returns for this payload. Default: 1.
   */
  idsFor?(payload: Payload): number;
  /** Whether an act that was allowed before the event may be forbidden after it. Default: no. */
  changesRights?(payload: Payload): boolean;
  /** Sends the event only to queues that list its type in `event_types`. */
  onlyWhenNamed?: boolean;
  /**
   * Key of the form that `present` returns for this queue: equal keys mean equal results. Each
   * variant is serialized once for all queues. Default: one variant for all.
   */
  variantFor?(payload: Payload, queue: EventQueue): string;
  /** Whether the event matches the queue's narrow. Default: yes. */
  matchesNarrow?(payload: Payload, queue: EventQueue): boolean;
}

export interface EventKind<Payload extends object> {
  (realmId: number, payload: Payload, audience: Audience): NewEvent<Payload>;
  type: string;
}

const definitions = new Map<string, EventDefinition<never>>();

/**
 * Registers the kind and returns a builder for its events. `Body` is what clients receive, where it differs
 * from the payload.
 */
export function defineEvent<Payload extends object, Body extends object = Payload>(
  definition: EventDefinition<Payload, Body>,
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
