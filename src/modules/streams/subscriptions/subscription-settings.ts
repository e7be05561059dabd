// The settings of a subscription as clients change them, one property at a time.
import { ApiError } from '#platform/http/api-error.js';
import { OVERRIDES, type OwnSettings } from '#modules/streams/streams';

/** Includes in_home_view, the deprecated opposite of is_muted. */
export const SUBSCRIPTION_PROPERTIES = [
  'color',
  'is_muted',
  'in_home_view',
  'pin_to_top',
  ...OVERRIDES,
] as const;

export type SubscriptionProperty = (typeof SUBSCRIPTION_PROPERTIES)[number];

const COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

/** Returns the color as six lower-case digits after `#`; undefined if it is invalid. */
export function normalizedColor(value: string): string | undefined {
  const digits = COLOR.exec(value)?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}

/** Returns the setting of a property. Throws for an invalid value. */
export function settingOf(property: SubscriptionProperty, value: unknown): Partial<OwnSettings> {
  if (property === 'color') {
    const color = typeof value === 'string' ? normalizedColor(value) : undefined;
    if (color === undefined) throw ApiError.badRequest('color is not a valid hex color code');
    return { color };
  }
  if (typeof value !== 'boolean') throw ApiError.badRequest(`${property} must be true or false`);
  return property === 'in_home_view' ? { is_muted: !value } : { [property]: value };
}
