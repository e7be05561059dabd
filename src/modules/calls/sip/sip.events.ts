import { defineEvent } from '#platform/event-log/event-definition.js';

/**
 * A user received SIP credentials. No client receives this event. Appending it fails if the API key was replaced or
 * the session ended meanwhile, so that revoked users cannot start new logins.
 */
export const sipFamilyEvent = defineEvent<{ userId: number }>({ type: 'parley:sip_family' });
