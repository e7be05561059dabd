// Realms in the forms of POST /register and GET /server_settings.
import { createHash } from 'node:crypto';
import type { GroupSettingValue, SystemGroupIds, SystemGroupName } from '#modules/groups/groups';
import { toSeconds } from '#platform/clock.js';
import type { Config } from '#config/config.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { isMethodOn, loginMethodsView, serverLoginView } from './login-methods.view.js';
import { realmHost, realmUrl } from './realm-address.js';
import type { RealmSettings } from './realm-settings.js';
import type { PictureVersion, Realm } from './realms.repository.js';
import { VERSION } from './version.js';
import { videoChatProviders } from './video-chat-providers.view.js';

/** The parts of the configuration that clients see. */
type ClientConfig = Pick<Config, 'externalUrl' | 'signIn' | 'uploads' | 'videoCalls'>;

/** Replaces the empty topic for clients without the capability for it. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat';

const SELF_HOSTED_PLAN = 1;

/** Predefined sites of profile fields for external accounts. */
export const EXTERNAL_ACCOUNTS = {
  twitter: {
    name: 'Twitter username',
    text: 'Twitter',
    hint: '',
    url_pattern: 'https://twitter.com/%(username)s',
  },
  github: {
    name: 'GitHub username',
    text: 'GitHub',
    hint: '',
    url_pattern: 'https://github.com/%(username)s',
  },
};

/** Deprecated policies, which represent some groups only; all other values appear as members. */
const MEMBERS_POLICY = 1;
const CREATE_CHANNEL_POLICIES: Partial<Record<SystemGroupName, number>> = {
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
};
const WILDCARD_MENTION_POLICIES: Partial<Record<SystemGroupName, number>> = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};

/** Returns the properties of fetch type `realm` with the prefix `realm_`. */
export function registeredRealm(
  { externalUrl, signIn, uploads, videoCalls }: ClientConfig,
  realm: Realm,
  settings: RealmSettings,
  ids: SystemGroupIds,
): Record<string, unknown> {
  const url = realmUrl(externalUrl, realm.stringId);
  const view: Record<string, unknown> = {};
  for (const name of Object.keys(settings) as (keyof RealmSettings)[]) {
    view[`realm_${name}`] = settings[name];
  }
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name as SystemGroupName]));
  const policy = (
    value: GroupSettingValue,
    policies: Partial<Record<SystemGroupName, number>>,
  ): number => {
    const name = typeof value === 'number' ? names.get(value) : undefined;
    return (name && policies[name]) ?? MEMBERS_POLICY;
  };
  return Object.assign(view, {
    realm_name: realm.name,
    realm_description: realm.description,
    realm_date_created: toSeconds(realm.dateCreated),
    realm_uuid: realm.uuid,
    realm_url: url,
    realm_uri: url,
    realm_bot_domain: realmHost(externalUrl, realm.stringId),
    realm_icon_url: iconUrl(realm, settings),
    realm_logo_url: logoUrl(realm, settings),
    server_emoji_data_url: `${url}/static/generated/emoji/emoji_api.json`,
    realm_night_logo_url: nightLogoUrl(realm, settings),
    realm_plan_type: SELF_HOSTED_PLAN,
    realm_upload_quota_mib: settings.upload_quota_mib ?? uploads.quotaMebibytes,
    realm_authentication_methods: loginMethodsView(settings, signIn),
    realm_email_auth_enabled: isMethodOn('Email', settings, signIn),
    realm_password_auth_enabled:
      isMethodOn('Email', settings, signIn) || isMethodOn('LDAP', settings, signIn),
    realm_push_notifications_enabled: false,
    realm_push_notifications_enabled_end_timestamp: null,
    realm_available_video_chat_providers: videoChatProviders(videoCalls),
    realm_default_external_accounts: EXTERNAL_ACCOUNTS,
    realm_empty_topic_display_name: EMPTY_TOPIC_DISPLAY_NAME,
    realm_mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
    realm_create_public_stream_policy: policy(
      settings.can_create_public_channel_group,
      CREATE_CHANNEL_POLICIES,
    ),
    realm_create_private_stream_policy: policy(
      settings.can_create_private_channel_group,
      CREATE_CHANNEL_POLICIES,
    ),
    realm_create_web_public_stream_policy: policy(
      settings.can_create_web_public_channel_group,
      CREATE_CHANNEL_POLICIES,
    ),
    realm_wildcard_mention_policy: policy(
      settings.can_mention_many_users_group,
      WILDCARD_MENTION_POLICIES,
    ),
  });
}

/** The settings that clients need before login. */
export function serverSettingsView(
  { externalUrl, signIn }: ClientConfig,
  realm: Realm,
  settings: RealmSettings,
  renderedDescription: string,
): Omit<ResponseOf<'get-server-settings'>, 'is_incompatible'> {
  const url = realmUrl(externalUrl, realm.stringId);
  return {
    ...VERSION,
    ...serverLoginView(url, settings, signIn),
    push_notifications_enabled: false,
    realm_uri: url,
    realm_url: url,
    realm_name: realm.name,
    realm_icon: iconUrl(realm, settings),
    realm_description: renderedDescription,
    realm_web_public_access_enabled: settings.enable_spectator_access,
  };
}

/** The pictures of a realm; the values are parts of names on the wire. */
export type RealmPictureKind = 'icon' | 'logo' | 'night_logo';

export const PICTURE_VERSIONS: Record<RealmPictureKind, PictureVersion> = {
  icon: 'iconVersion',
  logo: 'logoVersion',
  night_logo: 'nightLogoVersion',
};

const DEFAULT_LOGO_URL = '/static/images/logo.svg?version=0';

export function iconUrl(realm: Realm, { icon_source: source }: RealmSettings): string {
  if (source === 'U') return uploadedUrl(realm, 'icon');
  const seed = createHash('md5').update(realm.uuid).digest('hex');
  return `https://secure.gravatar.com/avatar/${seed}?d=identicon&version=${realm.iconVersion}`;
}

export function logoUrl(realm: Realm, { logo_source: source }: RealmSettings): string {
  return source === 'U' ? uploadedUrl(realm, 'logo') : DEFAULT_LOGO_URL;
}

export function nightLogoUrl(realm: Realm, { night_logo_source: source }: RealmSettings): string {
  return source === 'U' ? uploadedUrl(realm, 'night_logo') : DEFAULT_LOGO_URL;
}

function uploadedUrl(realm: Realm, kind: RealmPictureKind): string {
  return `/user_avatars/${realm.id}/realm/${kind}.png?version=${realm[PICTURE_VERSIONS[kind]]}`;
}
