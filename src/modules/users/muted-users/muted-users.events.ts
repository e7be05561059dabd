import { defineEvent } from '#platform/event-log/event-definition.js';
import type { MutedUserView } from './muted-users.view.js';

export interface MutedUsersChanged {
  /** All whom the user has muted now. */
  muted_users: MutedUserView[];
}

export const mutedUsersEvent = defineEvent<MutedUsersChanged>({ type: 'muted_users' });
