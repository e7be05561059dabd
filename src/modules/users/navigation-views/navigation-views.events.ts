// Navigation views of a user, published to the clients of that user only.
import { defineEvent } from '#platform/event-log/event-definition.js';

interface NavigationViewAdded {
  op: 'add';
  navigation_view: Record<string, unknown>;
}

interface NavigationViewUpdated {
  op: 'update';
  fragment: string;
  /** The changed properties. */
  data: { name?: string; is_pinned?: boolean };
}

interface NavigationViewRemoved {
  op: 'remove';
  fragment: string;
}

export const navigationViewEvent = defineEvent<
  NavigationViewAdded | NavigationViewUpdated | NavigationViewRemoved
>({ type: 'navigation_view' });
