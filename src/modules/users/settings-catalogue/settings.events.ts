// Changes of single settings: those of the users in the audience, and the defaults for new users.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody, Schema } from '#platform/http/contract.js';
import { LANGUAGES } from '#platform/languages.js';

type SettingChanged = EventBody<'UserSettingsUpdateEvent'>;

export const userSettingsEvent = defineEvent<SettingChanged>({ type: 'user_settings' });

export const userSettingsDefaultsEvent = defineEvent<SettingChanged>({
  type: 'realm_user_settings_defaults',
});

export function userSettingChanged(
  property: string,
  value: Schema<'UserSettingValue'>,
): SettingChanged {
  const change: SettingChanged = { op: 'update', property, value };
  if (property !== 'default_language') return change;
  return { ...change, language_name: LANGUAGES.get(String(value)) ?? String(value) };
}
