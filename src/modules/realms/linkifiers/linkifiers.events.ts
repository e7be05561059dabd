// Changes of the linkifiers of a realm, for clients with the capability for URL templates.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import type { Schema } from '#platform/http/contract.js';

export interface LinkifiersChanged {
  /** All linkifiers, in the order of application. */
  realm_linkifiers: Schema<'Linkifier'>[];
}

function receivesLinkifiers({ options }: EventQueue): boolean {
  return options.capabilities.linkifier_url_template ?? false;
}

export const linkifiersEvent = defineEvent<LinkifiersChanged>({
  type: 'realm_linkifiers',
  variantFor: (_, queue) => (receivesLinkifiers(queue) ? 'all' : 'none'),
  present: (change, queue) => (receivesLinkifiers(queue) ? change : undefined),
});
