// The users muted by a user changed. The event contains all of them.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const mutedUsersEvent = defineEvent<EventBody<'MutedUsersEvent'>>({ type: 'muted_users' });
