import { defineEvent } from '#platform/event-log/event-definition.js';
import type { MutedUserView } from './muted-users.view.js';

export interface MutedUsersChanged {
  /** All users muted by the receiver. */
  muted_users: MutedUserView[];
}

export const mutedUsersEvent = defineEvent<MutedUsersChanged>({ type: 'muted_users' });
