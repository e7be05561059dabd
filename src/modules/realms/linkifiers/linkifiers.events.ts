// The linkifiers of a realm changed. The event contains all of them, in the order of application, and
// reaches clients with the capability for URL templates.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import type { EventBody } from '#platform/http/contract.js';

function receivesLinkifiers({ options }: EventQueue): boolean {
  return options.capabilities.linkifier_url_template ?? false;
}

export const linkifiersEvent = defineEvent<EventBody<'RealmLinkifiersEvent'>>({
  type: 'realm_linkifiers',
  variantFor: (_, queue) => (receivesLinkifiers(queue) ? 'all' : 'none'),
  present: (change, queue) => (receivesLinkifiers(queue) ? change : undefined),
});
