// Changes of the code playgrounds of a realm.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { Schema } from '#platform/http/contract.js';

/** Contains all playgrounds. */
export const playgroundsEvent = defineEvent<{ realm_playgrounds: Schema<'RealmPlayground'>[] }>({
  type: 'realm_playgrounds',
});
