// The personal settings.
import type { Effects } from './effects.js';
import type { Row } from './rows.js';

export const settingsEffects: Effects = {
  'user_settings/update'({ fields }, event) {
    const { property, value } = event;
    (fields['user_settings'] as Row)[property as string] = value;
    // Older clients know one of them by itself.
    if (property === 'receives_typing_notifications' && property in fields)
      fields[property] = value;
  },
};
