// Keeps the linkifiers of every client that knows them in this form current.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import type { Schema } from '#platform/http/contract.js';

export interface LinkifiersChanged {
  /** All of them, in their order. */
  realm_linkifiers: Schema<'Linkifier'>[];
}

function understands({ options }: EventQueue): boolean {
  return options.capabilities.linkifier_url_template ?? false;
}

export const linkifiersEvent = defineEvent<LinkifiersChanged>({
  type: 'realm_linkifiers',
  variantFor: (_, queue) => (understands(queue) ? 'all' : 'none'),
  present: (change, queue) => (understands(queue) ? change : undefined),
});
