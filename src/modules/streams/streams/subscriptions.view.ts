// The settings of a subscription, which the API returns together with the properties of the stream.
import type { Schema } from '#platform/http/contract.js';
import type { SubscriptionSettings } from './subscription.entity.js';

/** Default colors of subscriptions, assigned in rotation. */
export const COLORS = [
  '#76ce90',
  '#fae589',
  '#a6c7e5',
  '#e79ab5',
  '#bfd56f',
  '#f4ae55',
  '#b0a5fd',
  '#addfe5',
  '#f5ce6e',
  '#c2726a',
  '#94c849',
  '#bd86e5',
  '#ee7e4a',
  '#a6dcbf',
  '#95a5fd',
  '#53a063',
  '#9987e1',
  '#e4523d',
  '#c2c2c2',
  '#4f8de4',
  '#c6a8ad',
  '#e7cc4d',
  '#c8bebf',
  '#a47462',
] as const;

/** `defaults` replaces null notification settings, for clients that do not accept null. */
export function subscriptionSettingsView(
  settings: SubscriptionSettings,
  defaults: Record<string, boolean> | undefined,
): Pick<
  Schema<'Subscription'>,
  | 'color'
  | 'is_muted'
  | 'in_home_view'
  | 'pin_to_top'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify'
> {
  const notifies = (own: boolean | null, name: string): boolean | null =>
    own ?? defaults?.[name] ?? null;
  return {
    color: settings.color,
    is_muted: settings.isMuted,
    in_home_view: !settings.isMuted,
    pin_to_top: settings.pinToTop,
    desktop_notifications: notifies(settings.desktopNotifications, 'desktop_notifications'),
    audible_notifications: notifies(settings.audibleNotifications, 'audible_notifications'),
    push_notifications: notifies(settings.pushNotifications, 'push_notifications'),
    email_notifications: notifies(settings.emailNotifications, 'email_notifications'),
    wildcard_mentions_notify: notifies(settings.wildcardMentionsNotify, 'wildcard_mentions_notify'),
  };
}
