import { defineEvent } from '#platform/event-log/event-definition.js';
import type { Submessage } from '#modules/messages/messages';

export const submessageEvent = defineEvent<Submessage>({
  type: 'submessage',
  present: ({ id, ...submessage }) => ({ ...submessage, submessage_id: id }),
});
