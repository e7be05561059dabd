// The register state of clients without an account for everything that needs an account: empty values
// in the form that clients expect.
import type { SnapshotState } from '#platform/event-log/snapshot-section.js';

/** By fetch type. */
const NOTHING: Record<string, SnapshotState> = {
  alert_words: { alert_words: [] },
  default_streams: { realm_default_streams: [] },
  default_stream_groups: { realm_default_stream_groups: [] },
  device: { devices: {} },
  drafts: { drafts: [] },
  message: { max_message_id: -1 },
  muted_users: { muted_users: [] },
  navigation_views: { navigation_views: [] },
  onboarding_steps: { onboarding_steps: [], navigation_tour_video_url: null },
  realm_bot: { realm_bots: [] },
  realm_domains: { realm_domains: [] },
  realm_embedded_bots: { realm_embedded_bots: [] },
  realm_user: {
    realm_users: [],
    realm_non_active_users: [],
    cross_realm_bots: [],
    can_create_streams: false,
    can_create_public_streams: false,
    can_create_private_streams: false,
    can_create_web_public_streams: false,
    can_subscribe_other_users: false,
    can_invite_others_to_realm: false,
    is_owner: false,
    is_admin: false,
    is_moderator: false,
    is_guest: false,
  },
  recent_private_conversations: { recent_private_conversations: [] },
  reminders: { reminders: [] },
  saved_snippets: { saved_snippets: [] },
  scheduled_messages: { scheduled_messages: [] },
  starred_messages: { starred_messages: [] },
  subscription: { subscriptions: [], unsubscribed: [], never_subscribed: [] },
  user_settings: { receives_typing_notifications: false },
  user_status: { user_status: {} },
};

const NOTHING_UNREAD = {
  count: 0,
  pms: [],
  streams: [],
  huddles: [],
  mentions: [],
  old_unreads_missing: false,
};

/** `now` in UNIX seconds. */
export function spectatorState(fetches: (type: string) => boolean, now: number): SnapshotState {
  const state: SnapshotState = {};
  for (const [type, fields] of Object.entries(NOTHING)) {
    if (fetches(type)) Object.assign(state, fields);
  }
  if (fetches('user_topic')) state.user_topics = [];
  else if (fetches('muted_topics')) state.muted_topics = [];
  if (fetches('presence')) {
    Object.assign(state, { presences: {}, presence_last_update_id: -1, server_timestamp: now });
  }
  if (fetches('message') && fetches('update_message_flags')) state.unread_msgs = NOTHING_UNREAD;
  return state;
}
