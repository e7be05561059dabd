// Properties of the server in the register snapshot (fetch type `realm`), equal for all realms.
import type { Config } from '#config/config.js';
import { THUMBNAIL_FORMATS } from '#modules/uploads/thumbnails';
import { LIMITS } from './limits.js';

const JITSI_SERVER_URL = 'https://meet.jit.si';

/** Reasons for reporting a message. */
export const REPORT_TYPES = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Against the rules of the organization' },
  { key: 'other', name: 'Another reason' },
];

/** Limits of the delay before the data of a deactivated realm are deleted. */
export const DELETION_DELAY_DAYS: { min: number; max: number | null } = { min: 14, max: null };

const CONSTANT_STATE = {
  ...LIMITS,
  development_environment: false,
  event_queue_longpoll_timeout_seconds: 90,
  gif_rating_policy_options: {
    disabled: { name: 'No GIFs', id: 0 },
    g: { name: 'Rated G', id: 2 },
    pg: { name: 'Rated PG', id: 3 },
    'pg-13': { name: 'Rated PG-13', id: 4 },
    r: { name: 'Rated R', id: 5 },
  },
  jitsi_server_url: JITSI_SERVER_URL,
  server_avatar_changes_disabled: false,
  server_can_summarize_topics: false,
  server_inline_image_preview: true,
  server_inline_url_embed_preview: true,
  server_jitsi_server_url: JITSI_SERVER_URL,
  server_max_deactivated_realm_deletion_days: DELETION_DELAY_DAYS.max,
  server_min_deactivated_realm_deletion_days: DELETION_DELAY_DAYS.min,
  server_name_changes_disabled: false,
  server_needs_upgrade: false,
  server_presence_offline_threshold_seconds: 200,
  server_presence_ping_interval_seconds: 60,
  server_report_message_types: REPORT_TYPES,
  server_thumbnail_formats: THUMBNAIL_FORMATS.map(({ name, width, height, isAnimated }) => ({
    name,
    max_width: width,
    max_height: height,
    format: 'webp',
    animated: isAnimated,
  })),
  server_typing_started_expiry_period_milliseconds: 45_000,
  server_typing_started_wait_period_milliseconds: 30_000,
  server_typing_stopped_wait_period_milliseconds: 12_000,
  server_web_public_streams_enabled: true,
  upgrade_text_for_wide_organization_logo: '',
  zulip_plan_is_not_limited: true,
};

export function serverState({
  uploads,
  smtpUrl,
}: Pick<Config, 'uploads' | 'smtpUrl'>): Record<string, unknown> {
  return {
    ...CONSTANT_STATE,
    max_file_upload_size_mib: uploads.maxFileMebibytes,
    settings_send_digest_emails: smtpUrl !== undefined,
  };
}
