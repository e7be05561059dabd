// Events of the realm and of the server.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

/**
 * Changed settings: together, by their names without the prefix `realm_`, or alone where `update_dict` has
 * no place for them. Also invalidates the caches of realms and their settings.
 */
export const realmEvent = defineEvent<
  EventBody<'RealmUpdateDictEvent' | 'RealmUpdateEvent' | 'RealmDeactivatedEvent'>
>({ type: 'realm', changesRights: () => true });

/** Internal: invalidates the caches of realms after a reactivation. */
export const realmReactivatedEvent = defineEvent<{ realmId: number }>({
  type: 'parley:realm-reactivated',
});

/** A new server generation, published in every realm. */
export const restartEvent = defineEvent<EventBody<'RestartEvent'>>({ type: 'restart' });
