// At least one valid request for each operation of the contract, in which all names of objects are
// marked. A test requires an entry for each operation and parameter.
import { Role } from '#platform/http/actor.js';
import { type DocumentedOperation, documentedOperations } from './contract.js';
import { unique } from './factories.js';
import { EMPTY, Naming, type SampleRequest } from './security-request.js';
import { LATER_REQUESTS } from './security-requests-later.js';
import { type Kind, type Name, Organization, TOPIC, WEB_ADDRESS } from './security-scene.js';

const list = (name: Name): unknown => [name];
const among =
  (table: string) =>
  async (name: Name, home: Organization): Promise<unknown> => [
    ...(await home.idsOf(table)).filter((id) => id !== name),
    name,
  ];

const user = new Naming('user');
const users = new Naming('user', list);
const emails = new Naming('email', list);
const channel = new Naming('channel');
const channels = new Naming('channel', list);
const message = new Naming('message');
const messages = new Naming('message', list);
const group = new Naming('group');
const groups = new Naming('group', list);
const field = new Naming('profileField');
const folder = new Naming('folder');
const bot = new Naming('bot');
const channelGroup = new Naming('channelGroup');
const token = new Naming('joinToken');
const signUpToken = new Naming('signUpToken');
const resetToken = new Naming('resetToken');
const invitation = new Naming('invitation');

/** Permissions of files are tested in test/attachments. */
const NO_PICTURE = { realm_id: 1, name: 'none' };
const NO_FILE = { realm_id: 1, directory: 'ab', secret: 'none', name: 'none' };

/** The server of the tests has no providers of video calls. */
const UNCONFIGURED: SampleRequest[] = [{ fields: {}, status: 400 }];
const SETTINGS_OF_OTHERS: SampleRequest[] = [
  {
    fields: {
      web_font_size_px: 18,
      target_users: new Naming('user', (id) => ({ user_ids: [id] })),
    },
  },
  {
    fields: {
      web_font_size_px: 18,
      target_users: new Naming('group', (id) => ({ group_ids: [id] })),
    },
  },
];
const THUMB = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };
const CONTENT = { content: 'Sample' };
const ANCHOR = { anchor: 'newest', num_before: 5, num_after: 0 };
const PASSWORD = 'a wrong password';
const newName = (): string => unique('name');
const newEmail = (): string => `${unique('new')}@example.com`;

/** Requests that set one setting to a group or to users. */
function groupSettings(
  operationId: string,
  others: Record<string, unknown>,
  wrap: (value: unknown) => unknown,
): SampleRequest[] {
  const operation = documentedOperations().find((one) => one.operationId === operationId);
  const names = (operation?.parameters ?? []).map(({ name }) => name).filter(isGroupSetting);
  return names.flatMap((name): SampleRequest[] => [
    {
      fields: { ...others, [name]: new Naming('group', (id) => wrap(id)) },
      ...expectation(name),
    },
    {
      ...expectation(name),
      fields: {
        ...others,
        [name]: new Naming('user', (id) => wrap({ direct_members: [id], direct_subgroups: [] })),
      },
    },
  ]);
}

/** Two settings of an organization accept only system groups. */
function expectation(name: string): Pick<SampleRequest, 'sparesThings' | 'status'> {
  const isStrict = /^can_(access_all_users|create_web_public_channel)_group$/.test(name);
  return { sparesThings: true, ...(isStrict ? { status: 400 } : {}) };
}

function isGroupSetting(name: string): boolean {
  return /^(can_|create_|direct_message_|workplace_).*_groups?$|^can_(create|manage_all)_groups$/.test(
    name,
  );
}

const asIs = (value: unknown): unknown => value;
const asNew = (value: unknown): unknown => ({ new: value });

/** Narrows with each kind of name. */
function narrows(
  others: Record<string, unknown>,
  isSilent: SampleRequest['isSilent'] = false,
): SampleRequest[] {
  const term = (
    operator: string,
    kind: Kind,
    shape: (name: Name) => unknown = asIs,
  ): SampleRequest => ({
    isSilent,
    sparesThings: true,
    fields: {
      ...others,
      narrow: new Naming(kind, (name) => [{ operator, operand: shape(name) }]),
    },
  });
  return [
    term('channel', 'channel'),
    term('channel', 'channelName'),
    term('channel', 'privateChannel'),
    term('sender', 'user'),
    term('sender', 'email'),
    term('dm', 'user', list),
    term('dm', 'email'),
    term('dm-including', 'user'),
    term('dm-including', 'email'),
    term('id', 'message'),
    term('near', 'message'),
    term('with', 'message'),
  ];
}

const TO_CHANNEL = { type: 'channel', topic: TOPIC, ...CONTENT };
const BUTTONS = {
  widget_type: 'zform',
  extra_data: {
    type: 'choices',
    heading: 'Sample',
    choices: [{ type: 'multiple_choice', short_name: 'A', long_name: 'Sample', reply: 'a' }],
  },
};
const CHOICES = { a: { text: 'Sample', order: '1' } };
const SITE = { subtype: 'custom', url_pattern: `${WEB_ADDRESS}%(username)s` };
const LINKIFIER = {
  pattern: () => `${unique('x')}(?P<id>[0-9]+)`,
  url_template: `${WEB_ADDRESS}{id}`,
};
const NEW_CALL = {
  idempotency_key: newName,
  device_instance_id: 'sample',
  call_trace_id: 'sample',
  title: 'Sample',
  app_call_id: 'sample',
};
const CHANNEL = { name: newName, subscribers: [] as number[] };
const ONE_CHANNEL = { subscriptions: () => [{ name: newName() }] };
const IDS_OF_REALM_CHANNELS = [
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
  'moderation_request_channel_id',
];

export const REQUESTS: Record<string, SampleRequest[]> = {
  'get-alert-words': EMPTY,
  'add-alert-words': [{ fields: { alert_words: ['sample'] } }],
  'remove-alert-words': [{ fields: { alert_words: ['sample'] } }],
  'fetch-api-key': [
    { fields: { username: new Naming('email'), password: PASSWORD }, status: 401, isSilent: true },
  ],
  'fetch-own-api-key': [{ fields: { password: PASSWORD }, status: 401 }],
  'jwt-fetch-api-key': [{ fields: { token: 'none' }, status: 400 }],
  'dev-fetch-api-key': [{ fields: { username: new Naming('email') }, status: 400, isSilent: true }],
  'dev-list-users': [{ fields: {}, status: 400 }],
  'open-session': [
    { fields: { username: new Naming('email'), password: PASSWORD }, status: 401, isSilent: true },
  ],
  'get-session': [{ fields: {}, status: 400 }],
  'end-session': [{ fields: {}, status: 400 }],
  'get-authorized-clients': EMPTY,
  'revoke-authorized-client': [{ fields: { client_id: new Naming('authorizedClient') } }],
  'terminate-other-sessions': EMPTY,
  'show-login': EMPTY,
  'log-in': [
    { fields: { username: new Naming('email'), password: PASSWORD }, status: 401, isSilent: true },
  ],
  'start-single-sign-on': [{ fields: {}, status: 400 }],
  'finish-single-sign-on': [{ fields: {}, status: 400 }],
  'log-out': [{ fields: {}, status: 303 }],
  'show-password-reset': EMPTY,
  'request-password-reset': [{ fields: { email: new Naming('email') }, isSilent: true }],
  'show-new-password': [{ fields: { token: resetToken } }],
  'choose-new-password': [{ fields: { token: resetToken, password: 'a good new password' } }],
  'show-email-unsubscription': [{ fields: { kind: 'digest', key: 'none' }, status: 404 }],
  'unsubscribe-from-emails': [{ fields: { kind: 'digest', key: 'none' }, status: 404 }],
  'get-bots': EMPTY,
  'create-bot': [
    { fields: { full_name: newName, short_name: newName } },
    {
      fields: {
        full_name: newName,
        short_name: newName,
        default_sending_stream: new Naming('channelName'),
        default_events_register_stream: new Naming('channelName'),
      },
    },
    {
      fields: {
        full_name: newName,
        short_name: newName,
        bot_type: 4,
        service_name: 'followup',
        config_data: { channel: 'Sample' },
      },
    },
  ],
  'update-bot': [
    { fields: { bot_id: bot, full_name: newName } },
    { fields: { bot_id: bot, bot_owner_id: user } },
    { fields: { bot_id: bot, default_sending_stream: new Naming('channelName') } },
    { fields: { bot_id: bot, default_events_register_stream: new Naming('channelName') } },
    { fields: { bot_id: new Naming('followupBot'), config_data: { channel: 'Sample' } } },
  ],
  'deactivate-bot': [{ fields: { bot_id: bot } }],
  'get-bot-api-key': [{ fields: { bot_id: bot } }],
  'regenerate-bot-api-key': [{ fields: { bot_id: bot } }],
  'get-bot-zuliprc': [{ fields: { bot_id: bot } }],
  'get-botserverrc': EMPTY,
  'service-outgoing-webhook': [{ fields: {}, status: 400 }],
  'zulip-outgoing-webhook': [{ fields: {}, status: 400 }],
  'get-bot-storage': [{ fields: { keys: ['sample'] }, status: 400 }],
  'update-bot-storage': [{ fields: { storage: { sample: 'text' } }, status: 400 }],
  'remove-bot-storage': [{ fields: { keys: ['sample'] }, status: 400 }],
  'create-channel': [
    { fields: { name: newName, subscribers: users } },
    { fields: { ...CHANNEL, folder_id: folder } },
    ...groupSettings('create-channel', CHANNEL, asIs),
  ],
  'update-stream': [
    { fields: { stream_id: channel, description: newName } },
    { fields: { stream_id: new Naming('privateChannel'), is_private: false } },
    { fields: { stream_id: channel, folder_id: folder } },
    ...groupSettings('update-stream', { stream_id: channel }, asNew),
  ],
  'archive-stream': [{ fields: { stream_id: channel } }],
  'get-stream-email-address': [
    { fields: { stream_id: channel } },
    { fields: { stream_id: channel, sender_id: bot } },
  ],
  'add-default-stream': [{ fields: { stream_id: channel } }],
  'remove-default-stream': [{ fields: { stream_id: new Naming('defaultChannel') } }],
  'create-default-stream-group': [
    {
      fields: {
        group_name: newName,
        description: 'Sample',
        stream_names: new Naming('channelName', list),
      },
    },
  ],
  'update-default-stream-group': [
    { fields: { group_id: channelGroup, new_group_name: newName, new_description: 'Other' } },
  ],
  'delete-default-stream-group': [{ fields: { group_id: channelGroup } }],
  'update-default-stream-group-channels': [
    {
      fields: {
        group_id: channelGroup,
        op: 'add',
        stream_names: new Naming('channelName', list),
      },
    },
  ],
  'start-call': [
    {
      fields: {
        ...NEW_CALL,
        conversation: new Naming('user', (id) => ({ kind: 'dm', dmUserIds: [id] })),
        metadata: { sample: true },
      },
    },
    {
      fields: {
        ...NEW_CALL,
        conversation: new Naming('sharedChannel', (id) => ({
          kind: 'channel',
          streamId: id,
          topic: TOPIC,
        })),
      },
    },
  ],
  'act-on-call': [
    {
      fields: {
        call_id: new Naming('call'),
        action: 'mute',
        call_trace_id: 'sample',
        source: 'user',
        surface: 'sample',
        device_instance_id: 'sample',
        client_action_id: newName,
        idempotency_key: newName,
        occurred_at: '2026-01-02T03:04:05Z',
        accessory_instance_id_hash: 'sample',
        metadata: { muted: true },
      },
    },
  ],
  'get-call-history': [
    { fields: { limit: 5, missed_only: true, media_type: 'audio' } },
    { fields: { cursor: 'none' }, status: 400 },
    { fields: { group_key: new Naming('callGroup') } },
  ],
  'clear-call-history': [{ fields: { group_key: new Naming('callGroup') } }],
  'recover-calls': [{ fields: { device_instance_id: 'sample' } }],
  'get-channel-folders': EMPTY,
  'patch-channel-folders': [{ fields: { order: new Naming('folder', among('channel_folders')) } }],
  'create-channel-folder': [{ fields: { name: newName } }],
  'update-channel-folder': [{ fields: { channel_folder_id: folder, name: newName } }],
  'register-client-device': [
    { fields: {} },
    { fields: { device_id: new Naming('device'), device_name: 'Sample' } },
  ],
  'refresh-sip-bearer': [{ fields: { scope: 'turn' } }],
  'create-zoom-video-call': UNCONFIGURED,
  'create-webex-video-call': UNCONFIGURED,
  'create-constructor-groups-video-call': UNCONFIGURED,
  'create-big-blue-button-video-call': [{ fields: { meeting_name: 'Sample' }, status: 400 }],
  'create-nextcloud-talk-video-call': [{ fields: { room_name: 'Sample' }, status: 400 }],
  'join-big-blue-button-video-call': [{ fields: { bigbluebutton: 'none' }, status: 400 }],
  'connect-video-calls': [{ fields: { provider: 'zoom' }, status: 400 }],
  'complete-video-calls-connection': [{ fields: { provider: 'zoom', state: 'x' }, status: 400 }],
  'disconnect-video-calls': [{ fields: { provider: 'zoom' } }],
  'get-json-web-keys': EMPTY,
  'remove-client-device': [{ fields: { device_id: new Naming('device') } }],
  'get-custom-emoji': EMPTY,
  'upload-custom-emoji': [{ fields: { emoji_name: 'sample' }, status: 400 }],
  'deactivate-custom-emoji': [{ fields: { emoji_name: new Naming('emojiName') } }],
  'get-custom-emoji-picture': [{ fields: NO_PICTURE, status: 404 }],
  'get-still-emoji-picture': [{ fields: NO_PICTURE, status: 404 }],
  'upload-avatar': [{ fields: {}, status: 400 }],
  'delete-avatar': EMPTY,
  'get-avatar-picture': [{ fields: NO_PICTURE, status: 404 }],
  'get-avatar-pattern': [{ fields: { name: '1.png' } }],
  'get-realm-icon': [{ fields: {}, status: 302 }],
  'upload-realm-icon': [{ fields: {}, status: 400 }],
  'delete-realm-icon': EMPTY,
  'get-realm-logo': [{ fields: { night: false }, status: 302 }],
  'upload-realm-logo': [{ fields: { night: false }, status: 400 }],
  'delete-realm-logo': [{ fields: { night: false } }],
  'get-realm-picture': [{ fields: { ...NO_PICTURE, version: 'none' }, status: 404 }],
  'register-queue': [
    {
      fields: {
        event_types: ['message'],
        fetch_event_types: [],
        narrow: new Naming('channelName', (name) => [['channel', name]]),
      },
      isSilent: true,
    },
    {
      fields: {
        event_types: ['message'],
        fetch_event_types: [],
        narrow: new Naming('email', (name) => [['sender', name]]),
      },
      isSilent: true,
    },
    {
      fields: {
        event_types: ['message'],
        fetch_event_types: [],
        client_capabilities: { notification_settings_null: true, of_a_later_client: true },
      },
    },
  ],
  'get-events': [
    { fields: { queue_id: new Naming('queue'), last_event_id: -1, dont_block: true } },
  ],
  'delete-queue': [{ fields: { queue_id: new Naming('queue') } }],
  'check-compatibility': EMPTY,
  'check-api-compatibility': EMPTY,
  // Takes JSON only.
  'report-csp-violation': [{ fields: {}, status: 415 }],
  'get-emoji-data': EMPTY,
  'get-zulip-emoji': EMPTY,
  'get-default-logo': EMPTY,
  'get-loading-picture': EMPTY,
  'upload-file': [{ fields: {}, status: 400 }],
  'get-file-temporary-url': [{ fields: { realm_id_str: 1, filename: 'none' }, status: 404 }],
  'get-file': [{ fields: NO_FILE, status: 404 }],
  'download-file': [{ fields: NO_FILE, status: 404 }],
  'get-thumbnail': [{ fields: { ...NO_FILE, format: 'none' }, status: 404 }],
  'check-thumbnail-status': [{ fields: { realm_id_str: 1, filename: 'none' }, status: 404 }],
  'get-temporary-file': [{ fields: { token: 'none', name: 'none' }, status: 400 }],
  // The header Tus-Resumable is missing.
  'create-resumable-upload': [{ fields: {}, status: 412 }],
  'get-resumable-upload': [{ fields: { upload_id: 'none' }, status: 412 }],
  'continue-resumable-upload': [{ fields: { upload_id: 'none' }, status: 412 }],
  'override-resumable-upload-method': [{ fields: { upload_id: 'none' }, status: 400 }],
  'terminate-resumable-upload': [{ fields: { upload_id: 'none' }, status: 412 }],
  'get-attachments': EMPTY,
  'remove-attachment': [{ fields: { attachment_id: new Naming('attachment') } }],
  'get-external-content': [{ fields: { digest: 'none', encoded_url: 'none' }, status: 404 }],
  'receive-webhook': [
    {
      fields: { integration_name: 'helloworld', stream: new Naming('channelName') },
      status: 400,
      isSilent: true,
    },
  ],
  'show-integrations': [{ fields: { search: 'sample' } }],
  'show-integration': [{ fields: { integration_name: 'helloworld' } }],
  'verify-webhook': [{ fields: { integration_name: 'helloworld' }, status: 400 }],
  'get-liveness': EMPTY,
  'get-readiness': EMPTY,
  'get-metrics': EMPTY,
  'get-invites': EMPTY,
  'send-invites': [
    { fields: { invitee_emails: newEmail, stream_ids: channels } },
    { fields: { invitee_emails: newEmail, stream_ids: new Naming('privateChannel', list) } },
    { fields: { invitee_emails: newEmail, stream_ids: [], group_ids: groups } },
  ],
  'create-invite-link': [
    { fields: { stream_ids: channels } },
    { fields: { stream_ids: new Naming('privateChannel', list) } },
    { fields: { group_ids: groups } },
  ],
  'revoke-email-invite': [{ fields: { invite_id: invitation } }],
  'revoke-invite-link': [{ fields: { invite_id: new Naming('inviteLink') } }],
  'resend-email-invite': [{ fields: { invite_id: invitation } }],
  'show-home': EMPTY,
  'show-sign-up': EMPTY,
  'sign-up': [
    { fields: { email: newEmail } },
    {
      fields: { email: newEmail, default_stream_group: new Naming('channelGroup', list) },
      isSilent: true,
    },
  ],
  'show-confirmed-sign-up': [{ fields: { token: signUpToken } }],
  'confirmed-sign-up': [
    { fields: { token: signUpToken, full_name: newName, password: 'a good new password' } },
    {
      fields: {
        token: signUpToken,
        full_name: newName,
        password: 'a good new password',
        default_stream_group: new Naming('channelGroup', list),
      },
      isSilent: 'perhaps',
    },
  ],
  'show-join-page': [{ fields: { token } }],
  join: [
    { fields: { token, full_name: newName, password: 'a good new password' } },
    {
      fields: {
        token,
        full_name: newName,
        password: 'a good new password',
        default_stream_group: new Naming('channelGroup', list),
      },
      isSilent: 'perhaps',
    },
  ],
  'get-linkifiers': EMPTY,
  'reorder-linkifiers': [
    { fields: { ordered_linkifier_ids: new Naming('linkifier', among('linkifiers')) } },
  ],
  'add-linkifier': [{ fields: LINKIFIER }],
  'update-linkifier': [{ fields: { filter_id: new Naming('linkifier'), ...LINKIFIER } }],
  'remove-linkifier': [{ fields: { filter_id: new Naming('linkifier') } }],
  'update-message': [
    { fields: { message_id: message, content: newName } },
    { fields: { message_id: message, topic: newName, propagate_mode: 'change_all' } },
    { fields: { message_id: message, stream_id: channel } },
    { fields: { message_id: message, stream_id: new Naming('privateChannel') } },
  ],
  'delete-message': [{ fields: { message_id: message } }],
  'get-message-history': [{ fields: { message_id: message } }],
  'send-message': [
    { fields: { ...TO_CHANNEL, to: channel } },
    { fields: { ...TO_CHANNEL, to: new Naming('channelName') } },
    { fields: { ...TO_CHANNEL, to: new Naming('privateChannel', list) } },
    { fields: { ...CONTENT, type: 'direct', to: users } },
    { fields: { ...CONTENT, type: 'direct', to: emails } },
    { fields: { ...TO_CHANNEL, to: channel, widget_content: BUTTONS } },
    {
      fields: { ...TO_CHANNEL, to: channel, queue_id: new Naming('queue'), local_id: '1' },
      isSilent: 'perhaps',
    },
  ],
  'get-messages': [
    { fields: { message_ids: messages } },
    { fields: { anchor: message, num_before: 0, num_after: 0 } },
    ...narrows(ANCHOR),
  ],
  'check-messages-match-narrow': [
    { fields: { msg_ids: messages, narrow: [] } },
    ...narrows({ msg_ids: [] }, 'perhaps'),
  ],
  'get-message': [{ fields: { message_id: message } }],
  'render-message': [{ fields: CONTENT }],
  'update-message-flags': [{ fields: { messages, op: 'add', flag: 'starred' } }],
  'update-message-flags-for-narrow': narrows(
    { ...ANCHOR, op: 'remove', flag: 'starred' },
    'perhaps',
  ),
  'mark-all-as-read': EMPTY,
  'mark-stream-as-read': [{ fields: { stream_id: channel } }],
  'mark-topic-as-read': [{ fields: { stream_id: channel, topic_name: TOPIC } }],
  'get-read-receipts': [{ fields: { message_id: message } }],
  'report-message': [
    { fields: { message_id: message, report_type: 'spam', description: 'Sample' }, status: 400 },
  ],
  'mute-user': [{ fields: { muted_user_id: user } }],
  'unmute-user': [{ fields: { muted_user_id: new Naming('mutedUser') } }],
  'get-navigation-views': EMPTY,
  'add-navigation-view': [
    {
      fields: {
        fragment: () => `narrow/topic/${newName()}`,
        is_pinned: true,
        name: newName,
      },
    },
  ],
  'edit-navigation-view': [{ fields: { fragment: new Naming('view'), is_pinned: false } }],
  'remove-navigation-view': [{ fields: { fragment: new Naming('view') } }],
  ...LATER_REQUESTS,
  'mark-onboarding-step': [{ fields: { onboarding_step: 'intro_resolve_topic' } }],
  'run-setting-command': [{ fields: { command: '/dark' } }],
  'add-code-playground': [
    {
      fields: { name: newName, pygments_language: 'Python', url_template: `${WEB_ADDRESS}{code}` },
    },
  ],
  'remove-code-playground': [{ fields: { playground_id: new Naming('playground') } }],
  'update-presence': [{ fields: { status: 'active' } }],
  'get-presence': EMPTY,
  'get-user-presence': [
    { fields: { user_id_or_email: new Naming('presentUser') } },
    { fields: { user_id_or_email: new Naming('presentEmail') } },
  ],
  'get-custom-profile-fields': EMPTY,
  'create-custom-profile-field': [
    { fields: { field_type: 1, name: newName } },
    { fields: { field_type: 3, name: newName, field_data: CHOICES } },
    { fields: { field_type: 7, name: newName, field_data: SITE } },
  ],
  'reorder-custom-profile-fields': [
    { fields: { order: new Naming('profileField', among('profile_fields')) } },
  ],
  'update-custom-profile-field': [
    { fields: { field_id: field, name: newName } },
    { fields: { field_id: new Naming('choiceField'), field_data: CHOICES } },
  ],
  'delete-custom-profile-field': [{ fields: { field_id: field } }],
  'add-reaction': [
    { fields: { message_id: message, ...THUMB } },
    { fields: { message_id: message, emoji_name: new Naming('emojiName') } },
    {
      fields: {
        message_id: message,
        emoji_name: 'sample',
        emoji_code: new Naming('emojiCode', String),
        reaction_type: 'realm_emoji',
      },
      status: 400,
      isSilent: 'perhaps',
    },
  ],
  'remove-reaction': [{ fields: { message_id: new Naming('reactedMessage'), emoji_name: 'tada' } }],
  'update-realm': [
    { fields: { description: newName } },
    { fields: { authentication_methods: { Email: true } } },
    ...IDS_OF_REALM_CHANNELS.map((name) => ({ fields: { [name]: channel } })),
    ...groupSettings('update-realm', {}, asNew),
  ],
  'deactivate-realm': EMPTY,
  'test-welcome-bot-custom-message': [{ fields: { welcome_message_custom_text: 'Sample' } }],
  'get-audit-log': [
    { fields: { actor_id: user }, isSilent: 'perhaps' },
    { fields: { kind: 'user.role_changed', since: 0, until: 4_000_000_000, before: 9, limit: 5 } },
  ],
  'get-realm-domains': EMPTY,
  'add-realm-domain': [
    { fields: { domain: () => `${newName()}.example.com`, allow_subdomains: false } },
  ],
  'patch-realm-domain': [{ fields: { domain: new Naming('domain'), allow_subdomains: true } }],
  'delete-realm-domain': [{ fields: { domain: new Naming('domain') } }],
  'get-server-settings': EMPTY,
  'update-settings': [
    { fields: { web_font_size_px: 17 } },
    { fields: { full_name: newName }, byNewUser: true },
    { fields: { email: newEmail }, byNewUser: true },
    { fields: { email: new Naming('email') }, byNewUser: true, isSilent: true },
    ...SETTINGS_OF_OTHERS,
  ],
  'update-notification-settings': [{ fields: { web_font_size_px: 15 } }, ...SETTINGS_OF_OTHERS],
  'update-display-settings': [{ fields: { web_font_size_px: 19 } }, ...SETTINGS_OF_OTHERS],
  'update-realm-user-settings-defaults': [{ fields: { web_font_size_px: 17 } }],
  'get-streams': EMPTY,
  'get-stream-by-id': [
    { fields: { stream_id: channel } },
    { fields: { stream_id: new Naming('privateChannel') } },
  ],
  'get-stream-id': [{ fields: { stream: new Naming('channelName') } }],
  'add-submessage': [
    {
      fields: {
        message_id: new Naming('poll'),
        msg_type: 'widget',
        content: '{"type":"vote","key":"canned,0","vote":1}',
      },
    },
  ],
  'get-subscriptions': EMPTY,
  subscribe: [
    { fields: { subscriptions: new Naming('madeName', (name) => [{ name }]) } },
    { fields: ONE_CHANNEL },
    { fields: { ...ONE_CHANNEL, principals: users } },
    { fields: { ...ONE_CHANNEL, principals: emails } },
    { fields: { ...ONE_CHANNEL, folder_id: folder } },
    ...groupSettings('subscribe', ONE_CHANNEL, asIs),
  ],
  'update-subscriptions': [
    { fields: { delete: new Naming('channelName', list) } },
    { fields: { add: new Naming('madeName', (name) => [{ name }]) }, isSilent: 'perhaps' },
  ],
  unsubscribe: [
    { fields: { subscriptions: new Naming('channelName', list) } },
    { fields: { subscriptions: new Naming('channelName', list), principals: users } },
    { fields: { subscriptions: new Naming('channelName', list), principals: emails } },
  ],
  'update-subscription-settings': [
    {
      fields: {
        subscription_data: new Naming('channel', (id) => [
          { stream_id: id, property: 'pin_to_top', value: true },
        ]),
      },
    },
  ],
  'update-subscription-property': [
    { fields: { stream_id: channel, property: 'pin_to_top', value: true } },
  ],
  'get-subscribers': [
    { fields: { stream_id: channel } },
    { fields: { stream_id: new Naming('privateChannel') } },
  ],
  'get-user-channels': [{ fields: { user_id: user } }],
  'get-subscription-status': [{ fields: { user_id: user, stream_id: channel } }],
  'get-stream-topics': [{ fields: { stream_id: channel } }],
  'set-topic-icon': [{ fields: { stream_id: channel, topic_name: TOPIC, ...THUMB } }],
  'remove-topic-icon': [{ fields: { stream_id: channel, topic_name: TOPIC } }],
  'delete-topic': [{ fields: { stream_id: channel, topic_name: 'no such topic' } }],
  'set-typing-status': [
    { fields: { op: 'start', to: users } },
    { fields: { op: 'start', type: 'channel', stream_id: channel, topic: TOPIC } },
  ],
  'set-typing-status-for-message-edit': [{ fields: { message_id: message, op: 'start' } }],
  'get-user-groups': EMPTY,
  'create-user-group': [
    { fields: { name: newName, description: '', members: users } },
    { fields: { name: newName, description: '', members: [], subgroups: groups } },
    ...groupSettings('create-user-group', { name: newName, description: '', members: [] }, asIs),
  ],
  'update-user-group': [
    { fields: { user_group_id: group, description: newName } },
    ...groupSettings('update-user-group', { user_group_id: group }, asNew),
  ],
  'deactivate-user-group': [{ fields: { user_group_id: group } }],
  'get-user-group-members': [{ fields: { user_group_id: group } }],
  'update-user-group-members': [
    { fields: { user_group_id: group, add: users } },
    { fields: { user_group_id: group, add_subgroups: groups } },
    { fields: { user_group_id: group, delete: users }, status: 400, isSilent: 'perhaps' },
    {
      fields: { user_group_id: group, delete_subgroups: groups },
      status: 400,
      isSilent: 'perhaps',
    },
  ],
  'get-is-user-group-member': [{ fields: { user_group_id: group, user_id: user } }],
  'get-user-group-subgroups': [{ fields: { user_group_id: group } }],
  'update-user-group-subgroups': [
    { fields: { user_group_id: group, add: groups } },
    { fields: { user_group_id: group, delete: groups }, status: 400, isSilent: 'perhaps' },
  ],
  'update-user-topic': [{ fields: { stream_id: channel, topic: TOPIC, visibility_policy: 3 } }],
  'mute-topic': [
    { fields: { stream_id: channel, topic: TOPIC, op: 'add' } },
    { fields: { stream: new Naming('channelName'), topic: TOPIC, op: 'add' } },
  ],
  'get-users': [{ fields: { user_ids: users } }],
  'create-user': [
    { fields: { email: newEmail, password: 'a good new password', full_name: newName } },
  ],
  'get-own-user': EMPTY,
  'deactivate-own-user': [{ fields: {}, byNewUser: true }],
  'regenerate-api-key': [{ fields: {}, byNewUser: true }],
  'update-status': [
    { fields: { status_text: newName } },
    { fields: { status_text: newName, emoji_name: new Naming('emojiName') } },
  ],
  'update-profile-data': [
    { fields: { data: new Naming('profileField', (id) => [{ id, value: 'Sample' }]) } },
  ],
  'remove-profile-data': [{ fields: { data: new Naming('profileField', list) } }],
  'create-password-reset-link': [{ fields: { user_id: user } }],
  'reactivate-user': [{ fields: { user_id: new Naming('formerUser') } }],
  'get-user-status': [{ fields: { user_id: user } }],
  'update-status-for-user': [{ fields: { user_id: user, status_text: newName } }],
  'get-avatar': [{ fields: { user_id_or_email: user }, status: 302, isSilent: true }],
  'get-medium-avatar': [{ fields: { user_id_or_email: user }, status: 302, isSilent: true }],
  'get-user': [
    { fields: { user_id_or_email: user } },
    { fields: { user_id_or_email: new Naming('email') } },
  ],
  'update-user': [
    { fields: { user_id_or_email: user, full_name: newName } },
    { fields: { user_id_or_email: new Naming('email'), role: Role.Moderator } },
    {
      fields: {
        user_id_or_email: user,
        profile_data: new Naming('profileField', (id) => [{ id, value: 'Sample' }]),
      },
    },
  ],
  'deactivate-user': [
    { fields: { user_id_or_email: user } },
    { fields: { user_id_or_email: new Naming('email') } },
    { fields: { user_id_or_email: user, actions: { delete_profile: true } } },
  ],
  'show-email-change': [{ fields: { token: new Naming('emailToken') } }],
  'confirm-email-change': [{ fields: { token: new Naming('emailToken') } }],
};

/** Parameters, other than booleans and enumerations, that name no object. */
export const NAMELESS = new Set(
  `
   actions alert_words alternative_url_templates anchor anchor_date api_key authentication_methods
   before branches browser_name client_capabilities client_name client_version code command config_data
   content deactivation_notification_comment default_all_public_streams
   default_code_block_language default_language deletion_delay_days description device_name
   directory download digest digest_weekday display_in_profile_summary domain editable_by_user email
   email_notifications_batching_period_seconds emoji_code emoji_name encoded_url error
   event_types exclude_events example_input fetch_event_types field_data filename flag forged format fragment full_name
   gif_rating_policy group_name hint history_limit_days idle_queue_timeout
   ignore_private_repositories integration_name invite_as
   invite_expires_in_minutes invitee_emails iss jitsi_server_url key keys kind last_event_id
   last_update_id limit local_id mapping message_content_delete_limit_seconds
   message_content_edit_limit_seconds message_retention_days mobile_flow_otp
   move_messages_between_streams_limit_seconds move_messages_within_stream_limit_seconds
   msg_type name new_description new_email new_group_name new_name new_password next note
   notification_sound num_after num_before old_password onboarding_step only_events org_type os_name
   os_version password pattern payload_url presence_history_limit_days prev_content_sha256
   property pygments_language reaction_type realm_id realm_id_str report_type required reverse_template
   scheduled_delivery_timestamp search secret sender
   service_name service_payload_url short_name since state status_text storage time timezone token topic
   bigbluebutton meeting_name refresh_handle refresh_token room_name scope sip_identity
   accessory_instance_id_hash action app_call_id call_trace_id client_action_id device_instance_id
   cursor idempotency_key metadata occurred_at source surface title
   topic_name topics_policy twenty_four_hour_time until upload_id url_template use_for_user_matching value
   version
   video_chat_provider visibility_policy waiting_period_threshold webhook_secret web_font_size_px
   web_line_height_percent welcome_message_custom_text widget_content`
    .trim()
    .split(/\s+/),
);

/** The request with things of this organization for all names. */
export async function filled(
  { path }: DocumentedOperation,
  { fields }: SampleRequest,
  home: Organization,
): Promise<{ path: string; fields: Record<string, unknown> }> {
  const given: Record<string, unknown> = {};
  for (const [parameter, value] of Object.entries(fields)) {
    given[parameter] =
      value instanceof Naming
        ? await value.shape(await home.make(value.kind), home)
        : typeof value === 'function'
          ? (value as () => unknown)()
          : value;
  }
  return withPath(path, given);
}

/** Separates the parameters of the path from the others. */
export function withPath(
  template: string,
  given: Record<string, unknown>,
): { path: string; fields: Record<string, unknown> } {
  const fields = { ...given };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = fields[parameter];
    delete fields[parameter];
    return encodeURIComponent(String(value));
  });
  return { path, fields };
}
