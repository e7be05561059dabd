// Events of calls, published to their participants. Consumers of the event log that notify devices read the same
// events, and find the participants to notify by the state `ringing`.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const callEvent = defineEvent<EventBody<'CallEvent'>>({ type: 'call', onlyWhenNamed: true });
