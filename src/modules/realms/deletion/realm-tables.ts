// The tables whose rows belong to a realm, in the order of their deletion: each before the tables that it
// refers to. The list is explicit, so that a table of another application in the same schema is never
// touched; a test compares it with the schema, so that no table of Parley is missing.

export interface RealmTable {
  name: string;
  /** SQL condition for the rows of the realm $1. */
  condition: string;
  /** Nullable columns that refer to other rows of the same table. */
  ownReferences: string[];
  /** Column that identifies a row within the realm; `ctid` does so only within a partition. */
  key: 'ctid' | 'id';
  /** SQL expression for the paths of the stored files that a row refers to, of the type text[]. */
  files?: string;
}

type Part = Partial<Omit<RealmTable, 'name'>>;

const ofRealm = (name: string, part: Part = {}): RealmTable => ({
  name,
  condition: 'realm_id = $1',
  ownReferences: [],
  key: 'ctid',
  ...part,
});

/** Rows belong to the realm of the row in `target` that `column` refers to. */
const by =
  (column: string, target: string) =>
  (name: string, part: Part = {}): RealmTable =>
    ofRealm(name, {
      condition: `${column} IN (SELECT id FROM ${target} WHERE realm_id = $1)`,
      ...part,
    });

const ofUser = by('user_id', 'users');
const ofMessage = by('message_id', 'messages');
const ofStream = by('stream_id', 'streams');
const ofAttachment = by('attachment_id', 'attachments');
const ofGroup = by('group_id', 'user_groups');

/** Without `realms`. */
export const REALM_TABLES: readonly RealmTable[] = [
  ofRealm('alert_words'),
  ofRealm('audit_log'),
  ofRealm('authorized_clients'),
  by('bot_id', 'users')('bot_owner_notifications'),
  ofUser('bot_storage_entries'),
  ofUser('bots'),
  by('call_id', 'calls')('call_actions'),
  by('call_id', 'calls')('call_participants'),
  ofRealm('calls'),
  ofUser('call_records'),
  ofUser('call_groups'),
  ofStream('channel_email_addresses'),
  ofUser('client_devices'),
  by('group_id', 'default_stream_groups')('default_stream_group_streams'),
  ofRealm('default_stream_groups'),
  ofUser('drafts'),
  ofUser('digest_emails'),
  ofRealm('email_changes'),
  ofUser('email_reply_addresses'),
  ofRealm('event_consumer_cursors'),
  ofRealm('event_log', { key: 'id' }),
  ofRealm('event_queues'),
  ofRealm('invitation_email_batches'),
  ofUser('invitation_uses'),
  ofRealm('link_previews'),
  ofRealm('linkifiers'),
  by('sender_id', 'users')('message_idempotency_keys'),
  ofAttachment('message_attachments'),
  ofAttachment('scheduled_message_attachments'),
  ofAttachment('images'),
  ofAttachment('thumbnails', { files: 'ARRAY[path]' }),
  ofRealm('attachments', { files: `ARRAY['uploads/' || path_id]` }),
  ofMessage('message_edits'),
  ofUser('missed_message_emails'),
  ofUser('muted_users'),
  ofUser('navigation_views'),
  ofRealm('password_resets'),
  ofRealm('playgrounds'),
  ofRealm('presence_clocks'),
  ofRealm('presences'),
  ofRealm('profile_fields'),
  ofMessage('reactions'),
  ofRealm('realm_domains'),
  ofRealm('realm_emoji', {
    files: `array_remove(ARRAY[
      'emoji/' || realm_id || '/images/' || file_name,
      'emoji/' || realm_id || '/originals/' || file_name,
      'emoji/' || realm_id || '/images/still/' || still_file_name
    ], NULL)`,
  }),
  ofRealm('realm_pictures', {
    files: `ARRAY[
      'realm_pictures/' || realm_id || '/' || name || '.original',
      'realm_pictures/' || realm_id || '/' || name || '.png'
    ]`,
  }),
  ofRealm('resumable_jobs'),
  ofRealm('resumable_uploads'),
  ofRealm('reminders'),
  ofUser('saved_snippets'),
  ofRealm('scheduled_messages'),
  ofUser('seen_onboarding_steps'),
  ofRealm('sign_ups'),
  ofRealm('sip_token_families'),
  ofMessage('submessages'),
  ofUser('subscriptions'),
  ofStream('topic_icons'),
  ofRealm('upload_usage'),
  ofGroup('user_group_members'),
  ofGroup('user_group_subgroups'),
  ofUser('user_messages'),
  ofRealm('user_statuses'),
  ofRealm('video_call_tokens'),
  ofUser('user_topics'),
  ofRealm('invitations', { ownReferences: ['link_id'] }),
  ofRealm('messages'),
  ofRealm('user_groups'),
  ofRealm('recipients'),
  ofRealm('streams'),
  ofRealm('channel_folders'),
  ofRealm('users', {
    ownReferences: ['bot_owner_id'],
    files: `CASE WHEN avatar_path IS NULL THEN '{}'::text[] ELSE ARRAY[
      'avatars/' || avatar_path || '.original',
      'avatars/' || avatar_path || '.png',
      'avatars/' || avatar_path || '-medium.png'
    ] END`,
  }),
];

/** Tables whose rows belong to a message, by the column `message_id`; they are deleted with it. */
export const MESSAGE_TABLES: readonly string[] = [
  'email_reply_addresses',
  'message_attachments',
  'message_edits',
  'message_idempotency_keys',
  'missed_message_emails',
  'reactions',
  'submessages',
  'user_messages',
];
