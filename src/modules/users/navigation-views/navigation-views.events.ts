// One's own views, for one's other clients.
import { defineEvent } from '#platform/event-log/event-definition.js';

interface NavigationViewAdded {
  op: 'add';
  navigation_view: Record<string, unknown>;
}

interface NavigationViewUpdated {
  op: 'update';
  fragment: string;
  /** What changed. */
  data: { name?: string; is_pinned?: boolean };
}

interface NavigationViewRemoved {
  op: 'remove';
  fragment: string;
}

export const navigationViewEvent = defineEvent<
  NavigationViewAdded | NavigationViewUpdated | NavigationViewRemoved
>({ type: 'navigation_view' });
