// The event of clearing a group of the call history. For new records, clients use the event `call` with the op
// `ended`.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const callHistoryEvent = defineEvent<EventBody<'CallHistoryClearEvent'>>({
  type: 'call_history',
  onlyWhenNamed: true,
});
