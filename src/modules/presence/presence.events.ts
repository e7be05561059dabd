// Somebody came, or came back. Nobody is told when somebody goes: clients see it by the time.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { Presence } from './presence-store.js';
import { legacyPresence, modernPresence } from './presence.view.js';

interface PresenceChanged {
  presence: Presence;
  email: string;
  /** UNIX milliseconds. */
  joinedAt: number;
  /** UNIX seconds. */
  serverTimestamp: number;
}

export const presenceEvent = defineEvent<PresenceChanged>({
  type: 'presence',
  formFor: (_, { options }) => String(options.capabilities.simplified_presence_events),
  present({ presence, email, joinedAt, serverTimestamp }, { options }) {
    const { userId } = presence;
    if (options.capabilities.simplified_presence_events) {
      return { presences: { [userId]: modernPresence(presence, joinedAt) } };
    }
    const { website } = legacyPresence(presence, joinedAt);
    return { user_id: userId, email, server_timestamp: serverTimestamp, presence: { website } };
  },
});
