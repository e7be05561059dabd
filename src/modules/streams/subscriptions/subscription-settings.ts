// The settings of a subscription as clients change them, one property at a time.
import { ApiError } from '#platform/http/api-error.js';
import type { SubscriptionSettings, SubscriptionUpdated } from '#modules/streams/streams';

const SETTINGS = {
  color: 'color',
  is_muted: 'isMuted',
  // Deprecated: the opposite of is_muted.
  in_home_view: 'isMuted',
  pin_to_top: 'pinToTop',
  desktop_notifications: 'desktopNotifications',
  audible_notifications: 'audibleNotifications',
  push_notifications: 'pushNotifications',
  email_notifications: 'emailNotifications',
  wildcard_mentions_notify: 'wildcardMentionsNotify',
} as const satisfies Record<string, keyof SubscriptionSettings>;

export type SubscriptionProperty = keyof typeof SETTINGS;

export const SUBSCRIPTION_PROPERTIES = Object.keys(SETTINGS) as SubscriptionProperty[];

const COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Returns the color as six lower-case digits after `#`; undefined if it is invalid. */
export function normalizedColor(value: string): string | undefined {
  const digits = COLOR.exec(value)?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}

/** Returns the setting of a property. Throws for an invalid value. */
export function settingOf(
  property: SubscriptionProperty,
  value: unknown,
): Partial<SubscriptionSettings> {
  if (property === 'color') {
    const color = typeof value === 'string' ? normalizedColor(value) : undefined;
    if (color === undefined) throw ApiError.badRequest('color is not a valid hex color code');
    return { color };
  }
  if (typeof value !== 'boolean') throw ApiError.badRequest(`${property} must be true or false`);
  return { [SETTINGS[property]]: property === 'in_home_view' ? !value : value };
}

/** Returns the properties that show these settings, with their values. */
export function propertiesOf(
  settings: Partial<SubscriptionSettings>,
): [SubscriptionProperty, SubscriptionUpdated['value']][] {
  return SUBSCRIPTION_PROPERTIES.flatMap((property) => {
    const value = settings[SETTINGS[property]];
    if (value === undefined || value === null) return [];
    return [[property, property === 'in_home_view' ? !value : value]];
  });
}
