import type { Submessage } from '#modules/messages/messages';
import { defineEvent } from '#platform/event-log/event-definition.js';

export const submessageEvent = defineEvent<Submessage>({
  type: 'submessage',
  present: ({ id, ...submessage }) => ({ ...submessage, submessage_id: id }),
});
