// The catalogue of realm settings with types, allowed values and defaults. Group settings are defined in the
// catalogue of permissions and included here. Names are those of PATCH /realm; POST /register prefixes
// them with `realm_`.
import { applyDecorators } from '@nestjs/common';
import {
  type GroupSettingValue,
  REALM_PERMISSIONS,
  type RealmPermission,
  type SystemGroupIds,
} from '#modules/groups/groups';
import { JsonValue, MAX_ID, Parameter } from '#platform/http/parameters/decorators.js';
import { isObject } from '#platform/http/parameters/json-object.js';
import { parseJson } from '#platform/http/parameters/json-text.js';
import { HasAllowedValue, Satisfies } from '#platform/http/parameters/rules.js';
import {
  choice,
  flag,
  integer,
  language,
  nullable,
  type Setting,
  settingValues,
  type SettingValues,
  text,
} from '#platform/setting-catalogue.js';

/** Seconds; null for no limit. Zero is not allowed: features are disabled by settings of their own. */
const timeLimit = (initial: number): Setting<number | null> => ({
  ...nullable(integer(initial, { min: 1 }), initial),
  parameter: durationParameter(null),
});

/** -1 for unlimited. Numbers of days are refused, since the server does not delete messages by age. */
const retention: Setting<number> = {
  ...integer(-1, { min: -1 }),
  parameter: (options) =>
    applyDecorators(
      durationParameter(-1)(options),
      Satisfies((value) =>
        typeof value !== 'number' || value < 1 || value > MAX_ID
          ? undefined
          : 'can only be "unlimited": this server does not delete messages by age',
      ),
    ),
};

/** A positive integer, or the word for no limit. The error names the invalid value. */
function durationParameter(unlimited: number | null): Setting<number>['parameter'] {
  const orUnlimited = (value: unknown): unknown => (value === 'unlimited' ? unlimited : value);
  const isNumberOrText = (value: unknown): boolean =>
    value === unlimited || typeof value === 'number' || typeof value === 'string';
  const isDuration = (value: unknown): boolean =>
    value === unlimited || (typeof value === 'number' && value >= 1 && value <= MAX_ID);
  return (options) =>
    applyDecorators(
      Parameter({
        ...options,
        json: true,
        read: (value) => orUnlimited(value === 'unlimited' ? value : parseJson(value)),
      }),
      Satisfies((value) => (isNumberOrText(value) ? undefined : 'must be a number or "unlimited"')),
      HasAllowedValue(isDuration),
    );
}

/** A URL; the word `default` stands for null, the default of the server. */
const serverAddress: Setting<string | null> = {
  ...nullable(text('', { maxLength: 200 })),
  parameter: (options) =>
    applyDecorators(
      Parameter({
        ...options,
        json: false,
        read: (value) => (value === 'default' ? null : value),
      }),
      Satisfies((value) =>
        value === null || isWebUrl(value)
          ? undefined
          : 'must be an HTTP or HTTPS URL of at most 200 characters, or "default"',
      ),
    ),
};

function isWebUrl(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 200 || !URL.canParse(value)) return false;
  return /^https?:$/.test(new URL(value).protocol);
}

/** A stream id; -1 for none. */
const streamId = (): Setting<number> => integer(-1, { min: -1 });

const isMethods = (value: unknown): value is Record<string, boolean> =>
  isObject(value) && Object.values(value).every((enabled) => typeof enabled === 'boolean');

/** Whether each login method is enabled, by name. */
const authenticationMethods: Setting<Record<string, boolean>> = {
  default: { Email: true },
  parameter: (options) =>
    JsonValue({
      ...options,
      check: (value) =>
        isMethods(value) ? undefined : 'must be an object of names with true or false',
    }),
  accepts: isMethods,
};

const ORGANIZATION_TYPES = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000] as const;

export const REALM_SETTINGS = {
  org_type: choice(0, ORGANIZATION_TYPES),
  default_language: language('en'),
  icon_source: choice('G', ['G', 'U']),
  logo_source: choice('D', ['D', 'U']),
  night_logo_source: choice('D', ['D', 'U']),
  default_avatar_source: choice('G', ['G', 'J']),

  authentication_methods: authenticationMethods,
  invite_required: flag(true),
  emails_restricted_to_domains: flag(false),
  disallow_disposable_email_addresses: flag(true),
  email_changes_disabled: flag(false),
  name_changes_disabled: flag(false),
  avatar_changes_disabled: flag(false),
  require_unique_names: flag(false),
  /** Days. */
  waiting_period_threshold: integer(0, { max: 100_000 }),

  allow_message_editing: flag(true),
  message_content_edit_limit_seconds: timeLimit(600),
  message_content_delete_limit_seconds: timeLimit(600),
  move_messages_within_stream_limit_seconds: timeLimit(604_800),
  move_messages_between_streams_limit_seconds: timeLimit(604_800),
  message_edit_history_visibility_policy: choice('all', ['all', 'moves', 'none']),
  message_retention_days: retention,
  topics_policy: choice('allow_empty_topic', ['allow_empty_topic', 'disable_empty_topic']),
  default_code_block_language: text('', { maxLength: 100 }),
  enable_read_receipts: flag(true),
  presence_disabled: flag(false),
  owner_full_content_access: flag(false),

  enable_spectator_access: flag(false),
  want_advertise_in_communities_directory: flag(false),
  enable_guest_user_indicator: flag(true),
  enable_guest_user_dm_warning: flag(true),

  inline_image_preview: flag(true),
  inline_url_embed_preview: flag(false),
  media_preview_size: choice(100, [100, 150, 200]),
  gif_rating_policy: choice(2, [0, 2, 3, 4, 5]),
  video_chat_provider: choice(1, [0, 1, 3, 4, 5, 6, 7, 8]),
  jitsi_server_url: serverAddress,

  digest_emails_enabled: flag(false),
  digest_weekday: integer(1, { max: 6 }),
  message_content_allowed_in_email_notifications: flag(true),
  send_welcome_emails: flag(true),
  send_channel_events_messages: flag(true),
  welcome_message_custom_text: text('', { maxLength: 8000 }),
  require_e2ee_push_notifications: flag(false),
  upload_quota_mib: nullable(integer(0)),

  new_stream_announcements_stream_id: streamId(),
  signup_announcements_stream_id: streamId(),
  zulip_update_announcements_stream_id: streamId(),
  moderation_request_channel_id: streamId(),
};

const {
  icon_source: _icon,
  logo_source: _logo,
  night_logo_source: _nightLogo,
  owner_full_content_access: _access,
  upload_quota_mib: _quota,
  ...administered
} = REALM_SETTINGS;

/** Settings that administrators can change. The others are set by uploads or by the operator. */
export const ADMINISTERED_SETTINGS = administered;

/** Settings that only owners can change. */
export const OWNER_SETTINGS: readonly string[] = [
  'authentication_methods',
  'invite_required',
  'emails_restricted_to_domains',
  'waiting_period_threshold',
  'message_retention_days',
  'can_create_groups',
  'can_create_web_public_channel_group',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_manage_billing_group',
  'create_multiuse_invite_group',
] satisfies (keyof RealmSettings)[];

export type RealmSettings = SettingValues<typeof REALM_SETTINGS> &
  Record<RealmPermission, GroupSettingValue>;

/** `stored` holds values that differ from the defaults. Default groups are resolved to their ids. */
export function realmSettings(
  stored: Readonly<Record<string, unknown>>,
  ids: SystemGroupIds,
): RealmSettings {
  const groups = Object.entries(REALM_PERMISSIONS).map(([name, { defaultHolder }]) => [
    name,
    stored[name] ?? ids[defaultHolder],
  ]);
  return {
    ...settingValues(REALM_SETTINGS, stored),
    ...(Object.fromEntries(groups) as Record<RealmPermission, GroupSettingValue>),
  };
}
