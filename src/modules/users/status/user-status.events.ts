// Changes of user statuses. The event contains the changed properties only.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { UserStatusChange } from './user-status.view.js';

export const userStatusEvent = defineEvent<{ user_id: number } & UserStatusChange>({
  type: 'user_status',
});
