import type { Submessage } from '#modules/messages/messages';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const submessageEvent = defineEvent<Submessage, EventBody<'SubmessageEvent'>>({
  type: 'submessage',
  present: ({ id, ...submessage }) => ({ ...submessage, submessage_id: id }),
});
