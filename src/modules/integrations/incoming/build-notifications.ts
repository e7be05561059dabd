// Builds the notifications of an integration for a request. A pure function.
import {
  hasEvents,
  type Integration,
  type Notification,
  type NotificationBuilder,
  type Payload,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import { matchesGlob } from './glob.js';

/** Patterns for names of events, in which an asterisk matches any characters. */
export interface EventChoice {
  /** If undefined, all events are sent. */
  only_events?: readonly string[] | undefined;
  exclude_events?: readonly string[] | undefined;
}

export type BuiltNotifications =
  | { kind: 'notifications'; notifications: readonly Notification[] }
  | { kind: 'unsupported'; event: string };

/** Throws a PayloadError or a MissingHeaderError. */
export function buildNotifications(
  integration: Integration,
  payload: Payload,
  request: WebhookRequest,
  choice: EventChoice,
): BuiltNotifications {
  if (!hasEvents(integration)) return built(integration.notification, payload, request);
  const event = integration.event(payload, request);
  const { events, ignored = [] } = integration;
  if (!Object.hasOwn(events, event)) {
    return ignored.includes(event)
      ? { kind: 'notifications', notifications: [] }
      : { kind: 'unsupported', event };
  }
  return isChosen(event, choice)
    ? built(events[event]!, payload, request)
    : { kind: 'notifications', notifications: [] };
}

function built(
  build: NotificationBuilder,
  payload: Payload,
  request: WebhookRequest,
): BuiltNotifications {
  const result = build(payload, request) ?? [];
  const all = 'content' in result ? [result] : result;
  // A payload of blank texts can leave nothing to report.
  const notifications = all.filter(({ content }) => content.toString().trim() !== '');
  return { kind: 'notifications', notifications };
}

function isChosen(
  event: string,
  { only_events: only, exclude_events: excluded }: EventChoice,
): boolean {
  const matches = (pattern: string): boolean => matchesGlob(event, pattern);
  return (only === undefined || only.some(matches)) && !excluded?.some(matches);
}
