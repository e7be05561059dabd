// The code playgrounds of a realm changed. The event contains all playgrounds.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const playgroundsEvent = defineEvent<EventBody<'RealmPlaygroundsEvent'>>({
  type: 'realm_playgrounds',
});
