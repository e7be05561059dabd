// Navigation views of a user, published to the clients of that user only.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const navigationViewEvent = defineEvent<
  EventBody<'NavigationViewAddEvent' | 'NavigationViewUpdateEvent' | 'NavigationViewRemoveEvent'>
>({ type: 'navigation_view' });
