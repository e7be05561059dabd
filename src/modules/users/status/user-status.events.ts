// Somebody says something else about what they are up to; only what changed is there.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { UserStatusChange } from './user-status.view.js';

export const userStatusEvent = defineEvent<{ user_id: number } & UserStatusChange>({
  type: 'user_status',
});
