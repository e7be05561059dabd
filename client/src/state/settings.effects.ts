// Personal settings, navigation views, onboarding steps, devices, and accounts for video calls.
import type { Effects } from './effects.js';
import { type Row, rows } from './rows.js';

export const settingsEffects: Effects = {
  'user_settings/update'({ fields }, event) {
    const { property, value } = event;
    (fields['user_settings'] as Row)[property as string] = value;
    // Some settings are also separate fields, for older clients.
    if (property === 'receives_typing_notifications' && property in fields)
      fields[property] = value;
    if (property === 'enable_drafts_synchronization' && value === false && 'drafts' in fields)
      fields['drafts'] = [];
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

  onboarding_steps({ fields }, event) {
    fields['onboarding_steps'] = event['onboarding_steps'];
  },

  has_zoom_token({ fields }, event) {
    fields['has_zoom_token'] = event['value'];
  },

  has_webex_token({ fields }, event) {
    fields['has_webex_token'] = event['value'];
  },

  'device/add'({ fields }, event) {
    (fields['devices'] as Row)[event['device_id'] as number] = {
      push_key_id: null,
      push_token_id: null,
      pending_push_token_id: null,
      push_token_last_updated_timestamp: null,
      push_registration_error_code: null,
    };
  },

  'device/remove'({ fields }, event) {
    delete (fields['devices'] as Row)[event['device_id'] as number];
  },
};
