// Says that the list of invitations changed; clients fetch it again.
import { defineEvent } from '#platform/event-log/event-definition.js';

export const invitesChangedEvent = defineEvent<Record<string, never>>({ type: 'invites_changed' });
