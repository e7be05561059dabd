// Calls, published to their participants. A call that rings is announced by this event too: consumers of the
// log that notify devices read it, and find the participants who are `ringing` in the payload.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const callEvent = defineEvent<EventBody<'CallEvent'>>({ type: 'call', onlyWhenNamed: true });
