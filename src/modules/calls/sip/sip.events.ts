import { defineEvent } from '#platform/event-log/event-definition.js';

/**
 * A user obtained SIP credentials with an API key or a session; no client receives it. Its append fails if the
 * key was replaced or the session ended meanwhile, which revokes all credentials.
 */
export const sipFamilyEvent = defineEvent<{ userId: number }>({ type: 'parley:sip_family' });
