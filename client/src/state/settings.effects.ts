// The personal settings, and the views in the menu.
import type { Effects } from './effects.js';
import { type Row, rows } from './rows.js';

export const settingsEffects: Effects = {
  'user_settings/update'({ fields }, event) {
    const { property, value } = event;
    (fields['user_settings'] as Row)[property as string] = value;
    // Older clients know one of them by itself.
    if (property === 'receives_typing_notifications' && property in fields)
      fields[property] = value;
  },

  'navigation_view/add'({ fields }, event) {
    rows(fields, 'navigation_views').push(event['navigation_view'] as Row);
  },

  'navigation_view/update'({ fields }, event) {
    const views = rows(fields, 'navigation_views');
    Object.assign(
      views.find((view) => view['fragment'] === event['fragment'])!,
      event['data'],
    );
  },

  'navigation_view/remove'({ fields }, event) {
    const views = rows(fields, 'navigation_views');
    fields['navigation_views'] = views.filter((view) => view['fragment'] !== event['fragment']);
  },
};
