// The settings of a subscription, which the API returns together with the properties of the stream.

/** The names are those of the API. */
export interface OwnSettings {
  color: string;
  is_muted: boolean;
  pin_to_top: boolean;
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  push_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
}

export const OVERRIDES = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;

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
export function ownView(
  own: OwnSettings,
  defaults: Record<string, boolean> | undefined,
): OwnSettings & { in_home_view: boolean } {
  const view = {
    color: own.color,
    is_muted: own.is_muted,
    in_home_view: !own.is_muted,
    pin_to_top: own.pin_to_top,
  } as OwnSettings & { in_home_view: boolean };
  for (const name of OVERRIDES) view[name] = own[name] ?? defaults?.[name] ?? null;
  return view;
}
