// Changes of user statuses. The event contains the changed properties only.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const userStatusEvent = defineEvent<EventBody<'UserStatusEvent'>>({ type: 'user_status' });
