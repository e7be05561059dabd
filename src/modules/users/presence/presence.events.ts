// Presence of users who came online or became visible. There is no event when a user goes offline: clients
// derive it from the times.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';
import type { Presence } from './presence-store.js';
import { legacyPresence, modernPresence } from './presence.view.js';

export interface UserPresence {
  presence: Presence;
  email: string;
  /** UNIX milliseconds. */
  joinedAt: number;
}

interface PresenceChanged {
  people: UserPresence[];
  /** UNIX seconds. */
  serverTimestamp: number;
  /** Always one event for each user, because they have different viewers. */
  isList?: boolean;
}

export const presenceEvent = defineEvent<PresenceChanged, EventBody<'PresenceEvent'>>({
  type: 'presence',
  idsFor: ({ people }) => people.length,
  variantFor: (_, { options }) =>
    `${options.capabilities.simplified_presence_events} ${options.slimPresence}`,
  present({ people, serverTimestamp, isList = false }, { options }) {
    if (options.capabilities.simplified_presence_events) {
      return isList ? people.map((person) => simplified([person])) : simplified(people);
    }
    return people.map(({ presence, email, joinedAt }) => {
      const { website } = legacyPresence(presence, joinedAt);
      const { userId } = presence;
      return {
        user_id: userId,
        ...(options.slimPresence ? {} : { email }),
        server_timestamp: serverTimestamp,
        presence: { website },
      };
    });
  },
});

function simplified(people: UserPresence[]): EventBody<'PresenceEvent'> {
  const presences = people.map(
    ({ presence, joinedAt }) => [presence.userId, modernPresence(presence, joinedAt)] as const,
  );
  return { presences: Object.fromEntries(presences) };
}
