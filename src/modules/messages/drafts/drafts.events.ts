// Drafts, published to the clients of their user only.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const draftEvent = defineEvent<
  EventBody<'DraftsAddEvent' | 'DraftsUpdateEvent' | 'DraftsRemoveEvent'>
>({ type: 'drafts' });
