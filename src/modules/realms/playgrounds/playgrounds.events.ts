// Keeps the list of code playgrounds of every client current.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { Schema } from '#platform/http/contract.js';

/** All of them. */
export const playgroundsEvent = defineEvent<{ realm_playgrounds: Schema<'RealmPlayground'>[] }>({
  type: 'realm_playgrounds',
});
