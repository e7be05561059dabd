// What follows from events later: a consumer turns each event of the log into jobs. It has a
// durable cursor per realm, so an event is never passed over, and the id of a job derives from the
// event, so a replay doubles nothing. A consumer sees what is appended after it first existed.
import type { EventKind, LoggedEvent } from '#platform/event-log/event-definition.js';
import type { JobRequest } from './job-definition.js';

type PayloadOf<Kind> = Kind extends EventKind<infer Payload> ? Payload : never;

export interface EventConsumer<Kind extends { type: string }> {
  /** Names the cursor; it must stay the same for ever. Lower-case words with hyphens. */
  name: string;
  events: Kind[];
  /**
   * Pure, and the same jobs in the same order for the same event. When it throws, the consumer
   * stays at this event of the realm and tries again.
   */
  toJobs(event: LoggedEvent & { payload: PayloadOf<Kind> }): JobRequest[];
}

export interface AnyEventConsumer {
  name: string;
  eventTypes: Set<string>;
  toJobs(event: LoggedEvent): JobRequest[];
}

const consumers = new Map<string, AnyEventConsumer>();

export function defineEventConsumer<Kind extends { type: string }>(
  consumer: EventConsumer<Kind>,
): void {
  const { name } = consumer;
  if (!/^[a-z]+(-[a-z]+)*$/.test(name)) {
    throw new Error(`The event consumer "${name}" must be named by lower-case words with hyphens`);
  }
  if (consumers.has(name)) throw new Error(`The event consumer "${name}" is defined twice`);
  consumers.set(name, {
    name,
    eventTypes: new Set(consumer.events.map((kind) => kind.type)),
    toJobs: (event) => consumer.toJobs(event as LoggedEvent & { payload: PayloadOf<Kind> }),
  });
}

export function definedEventConsumers(): AnyEventConsumer[] {
  return [...consumers.values()];
}

export function consumedJobId(consumer: string, eventId: number, position: number): string {
  return `${consumer}:${eventId}:${position}`;
}

/** Whether a job follows from an event; such a job is noted when it is done. */
export function isConsumedJobId(jobId: string): boolean {
  return /^[a-z-]+:\d+:\d+$/.test(jobId);
}
