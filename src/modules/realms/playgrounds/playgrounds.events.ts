// Keeps the list of code playgrounds of every client current.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { Playground } from './playgrounds.view.js';

/** All of them. */
export const playgroundsEvent = defineEvent<{ realm_playgrounds: Playground[] }>({
  type: 'realm_playgrounds',
});
