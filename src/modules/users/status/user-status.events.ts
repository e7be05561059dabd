// Changes of user statuses. Each entry contains the changed properties only.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const userStatusEvent = defineEvent<
  { changes: EventBody<'UserStatusEvent'>[] },
  EventBody<'UserStatusEvent'>
>({
  type: 'user_status',
  idsFor: ({ changes }) => changes.length,
  present: ({ changes }) => changes,
});
