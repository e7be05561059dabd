// Saved snippets, published to the clients of their user only.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const savedSnippetEvent = defineEvent<
  EventBody<'SavedSnippetsAddEvent' | 'SavedSnippetsUpdateEvent' | 'SavedSnippetsRemoveEvent'>
>({ type: 'saved_snippets' });
