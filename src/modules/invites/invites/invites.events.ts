// Tells those who see invitations that the list has changed; they fetch it again.
import { defineEvent } from '#platform/event-log/event-definition.js';

export const invitesChangedEvent = defineEvent<Record<string, never>>({ type: 'invites_changed' });
