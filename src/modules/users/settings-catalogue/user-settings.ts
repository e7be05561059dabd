// The catalogue of personal settings, with the type, allowed values and default of each. A realm can set
// other defaults for new users; the row of a user stores only values that differ from this catalogue.
import {
  choice,
  flag,
  integer,
  language,
  nullable,
  settingValues,
  type SettingValues,
} from '#platform/setting-catalogue.js';

export const NOTIFICATION_SOUNDS = ['chime', 'ding', 'zulip'];

export const EMOJI_SETS: { key: 'google' | 'twitter' | 'text'; text: string }[] = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
];

const soundChoices = [...NOTIFICATION_SOUNDS, 'none'];
const emojiSetChoices = EMOJI_SETS.map(({ key }) => key);

export const USER_SETTINGS = {
  twenty_four_hour_time: nullable(flag(false), false),
  web_mark_read_on_scroll_policy: choice(1, [1, 2, 3]),
  web_channel_default_view: choice(1, [1, 2, 3, 4]),
  starred_message_counts: flag(true),
  receives_typing_notifications: flag(true),
  web_suggest_update_timezone: flag(true),
  fluid_layout_width: flag(false),
  high_contrast_mode: flag(false),
  web_font_size_px: integer(16, { min: 1, max: 100 }),
  web_line_height_percent: integer(140, { min: 1, max: 1000 }),
  color_scheme: choice(1, [1, 2, 3]),
  translate_emoticons: flag(false),
  display_emoji_reaction_users: flag(true),
  default_language: language('en'),
  web_home_view: choice('inbox', ['inbox', 'recent', 'all_messages']),
  web_escape_navigates_to_home_view: flag(true),
  left_side_userlist: flag(false),
  emojiset: choice('google', emojiSetChoices),
  demote_inactive_streams: choice(1, [1, 2, 3]),
  user_list_style: choice(2, [1, 2, 3]),
  web_animate_image_previews: choice('on_hover', ['always', 'on_hover', 'never']),
  web_stream_unreads_count_display_policy: choice(2, [1, 2, 3]),
  hide_ai_features: flag(false),
  web_inbox_show_channel_folders: flag(true),
  web_left_sidebar_show_channel_folders: flag(true),
  web_left_sidebar_unreads_count_summary: flag(true),
  web_navigate_to_sent_message: flag(true),
  enter_sends: flag(false),
  enable_drafts_synchronization: flag(true),

  enable_stream_desktop_notifications: flag(false),
  enable_stream_email_notifications: flag(false),
  enable_stream_push_notifications: flag(false),
  enable_stream_audible_notifications: flag(false),
  notification_sound: choice('zulip', soundChoices),
  enable_desktop_notifications: flag(true),
  enable_sounds: flag(true),
  enable_followed_topic_desktop_notifications: flag(true),
  enable_followed_topic_email_notifications: flag(true),
  enable_followed_topic_push_notifications: flag(true),
  enable_followed_topic_audible_notifications: flag(true),
  enable_followed_topic_wildcard_mentions_notify: flag(true),
  email_notifications_batching_period_seconds: integer(120, { max: 604_800 }),
  enable_offline_email_notifications: flag(true),
  enable_offline_push_notifications: flag(true),
  enable_online_push_notifications: flag(true),
  enable_digest_emails: flag(true),
  enable_marketing_emails: flag(true),
  enable_login_emails: flag(true),
  message_content_in_email_notifications: flag(true),
  pm_content_in_desktop_notifications: flag(true),
  wildcard_mentions_notify: flag(true),
  desktop_icon_count_display: choice(1, [1, 2, 3, 4]),
  realm_name_in_email_notifications_policy: choice(1, [1, 2, 3]),
  automatically_follow_topics_policy: choice(3, [1, 2, 3, 4]),
  automatically_unmute_topics_in_muted_streams_policy: choice(2, [1, 2, 3, 4]),
  automatically_follow_topics_where_mentioned: flag(true),
  resolved_topic_notice_auto_read_policy: choice('except_followed', [
    'always',
    'except_followed',
    'never',
  ]),

  presence_enabled: flag(true),
  send_private_typing_notifications: flag(true),
  send_stream_typing_notifications: flag(true),
  send_read_receipts: flag(true),
  allow_private_data_export: flag(false),
  email_address_visibility: choice(1, [1, 2, 3, 4, 5]),
};

const {
  default_language: _language,
  enable_marketing_emails: _marketing,
  enable_login_emails: _login,
  allow_private_data_export: _export,
  ...settable
} = USER_SETTINGS;

/**
 * The settings for which realms can set defaults. The language of new users is a setting of the realm;
 * the settings for mail and private data are left to each user.
 */
export const SETTINGS_WITH_REALM_DEFAULT = settable;

export type UserSettings = SettingValues<typeof USER_SETTINGS>;

/** `stored` holds the values that differ from the catalogue. */
export function userSettings(stored: Readonly<Record<string, unknown>>): UserSettings {
  return settingValues(USER_SETTINGS, stored);
}
