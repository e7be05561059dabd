// An event consumer turns the events of the log into jobs. Its durable cursor in each realm ensures
// that no event is skipped, and job ids that derive from event ids make a replay harmless. A consumer
// starts at the end that the log had when the consumer was first registered.
import type { EventKind, LoggedEvent } from '#platform/event-log/event-definition.js';
import type { JobRequest } from './job-definition.js';

type PayloadOf<Kind> = Kind extends EventKind<infer Payload> ? Payload : never;

export interface EventConsumer<Kind extends { type: string }> {
  /** Name of the cursor, which must never change. Lower-case words with hyphens. */
  name: string;
  events: Kind[];
  /**
   * A pure function: the same event must always give the same jobs in the same order. When it throws,
   * the consumer stops at this event in the realm and retries.
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

/** Returns whether an event consumer created the job. Such jobs are recorded when they finish. */
export function isConsumedJobId(jobId: string): boolean {
  return /^[a-z-]+:\d+:\d+$/.test(jobId);
}
