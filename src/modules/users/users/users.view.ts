// A user as clients see one, in the forms of the contract.
import { createHash } from 'node:crypto';
import { type Actor, type BotType, Role } from '#platform/http/actor.js';
import {
  canSeeEmail,
  type EmailVisibility,
  placeholderEmail,
  type Viewer,
} from '#modules/users/visibility';
import type { Schema } from '#platform/http/contract.js';

/** What the rest of Parley needs to know of a user. */
export interface UserSummary {
  id: number;
  realmId: number;
  /** What the API shows as the address. */
  email: string;
  deliveryEmail: string;
  fullName: string;
  role: Role;
  isActive: boolean;
  /** Null for people. */
  botType: BotType | null;
  botOwnerId: number | null;
  avatarSource: string;
  avatarVersion: number;
  isSystemBot: boolean;
  emailVisibility: EmailVisibility;
}

/** The user as somebody who does something, for what the server does on their behalf. */
export function actorOf(user: UserSummary, clientName: string): Actor {
  return {
    realmId: user.realmId,
    userId: user.id,
    role: user.role,
    isBot: user.botType !== null,
    botType: user.botType,
    email: user.email,
    deliveryEmail: user.deliveryEmail,
    fullName: user.fullName,
    clientName,
  };
}

/** A row of the table `users`, as far as clients may see it. */
export interface UserRow {
  id: number;
  email: string;
  delivery_email: string;
  full_name: string;
  role: Role;
  is_active: boolean;
  bot_type: BotType | null;
  bot_owner_id: number | null;
  is_imported_stub: boolean;
  timezone: string;
  avatar_source: string;
  avatar_version: number;
  /** ISO 8601 in UTC, to the minute. */
  date_joined: string;
  email_visibility: EmailVisibility;
  is_system_bot: boolean;
  is_deleted: boolean;
  profile_data: ProfileData;
}

/** By the id of the field. */
export type ProfileData = Record<string, { value: string; rendered_value?: string }>;

export interface UserForm {
  /** The client computes the addresses of gravatars itself. */
  clientGravatar: boolean;
  withProfile: boolean;
}

export interface Avatar {
  userId: number;
  source: string;
  version: number;
  /** The delivery address. */
  email: string;
  /** Not everybody may see it, so clients can not be expected to find the gravatar by it. */
  isEmailHidden?: boolean;
}

export const GRAVATAR = 'G';

/** Null when the client finds the picture without being told. */
export function avatarUrl(avatar: Avatar, form: { clientGravatar: boolean }): string | null {
  const isKnown = avatar.source === GRAVATAR && avatar.isEmailHidden !== true;
  return form.clientGravatar && isKnown ? null : pictureUrl(avatar);
}

export function pictureUrl(avatar: Avatar, { medium = false } = {}): string {
  const hash = createHash('md5').update(avatar.email.toLowerCase()).digest('hex');
  const size = medium ? '&s=500' : '';
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon${size}&version=${avatar.version}`;
}

export function avatarOf(user: UserRow): Avatar {
  return {
    userId: user.id,
    source: user.avatar_source,
    version: user.avatar_version,
    email: user.delivery_email,
  };
}

/** As this viewer may see the user. */
export function userView(user: UserRow, form: UserForm, viewer: Viewer): Schema<'User'> {
  return wholeUserView(user, form, canSeeEmailOf(viewer, user));
}

export function canSeeEmailOf(viewer: Viewer, user: UserRow): boolean {
  return canSeeEmail(viewer, { id: user.id, emailVisibility: user.email_visibility });
}

/** For who sees the real address, or for who does not. */
export function wholeUserView(user: UserRow, form: UserForm, seesAddress: boolean): Schema<'User'> {
  return { ...registeredUserView(user, form, seesAddress), is_active: user.is_active };
}

/** In the register snapshot the list tells whether the users in it are active. */
export function registeredUserView(
  user: UserRow,
  form: UserForm,
  seesAddress: boolean,
): Schema<'RegisteredUser'> {
  const isEmailHidden = !seesAddress;
  const view: Schema<'RegisteredUser'> = {
    user_id: user.id,
    email: user.email,
    delivery_email: seesAddress ? user.delivery_email : null,
    full_name: user.full_name,
    public_username: null,
    date_joined: user.date_joined,
    is_owner: user.role === Role.Owner,
    is_admin: user.role <= Role.Administrator,
    is_guest: user.role === Role.Guest,
    is_bot: user.bot_type !== null,
    bot_type: user.bot_type,
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrl({ ...avatarOf(user), isEmailHidden }, form),
    avatar_version: user.avatar_version,
    is_imported_stub: user.is_imported_stub,
  };
  if (user.is_deleted) view.is_deleted = true;
  if (user.bot_type !== null) view.bot_owner_id = user.bot_owner_id;
  else if (form.withProfile) view.profile_data = user.profile_data;
  return view;
}

/** The entry for a user hidden from the viewer, for clients that need one. `host` is that of the realm. */
export function hiddenUserView(user: UserRow, host: string): Schema<'RegisteredUser'> {
  const { id, date_joined } = user;
  const { fullName, email, avatar } = hiddenUser(id, host);
  return {
    user_id: id,
    email,
    delivery_email: null,
    full_name: fullName,
    public_username: null,
    date_joined,
    is_owner: false,
    is_admin: false,
    is_guest: false,
    is_bot: false,
    bot_type: null,
    role: Role.Member,
    timezone: '',
    avatar_url: pictureUrl(avatar),
    avatar_version: avatar.version,
    is_imported_stub: false,
    profile_data: {},
  };
}

/** The name, address and picture shown in place of those of a hidden user. */
export function hiddenUser(
  userId: number,
  host: string,
): { fullName: string; email: string; avatar: Avatar } {
  const email = placeholderEmail(userId, host);
  return {
    fullName: 'Unknown user',
    email,
    avatar: { userId, source: GRAVATAR, version: 1, email, isEmailHidden: true },
  };
}

/** The answer of GET /users/me. */
export function ownUserView(user: UserRow, latestMessageId: number): Schema<'OwnUser'> {
  const {
    public_username: _username,
    bot_type: _type,
    bot_owner_id: _owner,
    ...view
  } = wholeUserView(user, { clientGravatar: false, withProfile: true }, true);
  return {
    ...view,
    delivery_email: user.delivery_email,
    avatar_url: pictureUrl(avatarOf(user)),
    max_message_id: latestMessageId,
  };
}

interface Picture {
  avatar_source: string;
  avatar_url: string;
  avatar_url_medium: string;
  avatar_version?: number;
}

/** The part of the register snapshot about the user who registers. */
export function registeredSelfView(user: UserRow): Record<string, unknown> {
  return {
    user_id: user.id,
    email: user.email,
    delivery_email: user.delivery_email,
    full_name: user.full_name,
    ...pictureView(user, { withVersion: false }),
    is_owner: user.role === Role.Owner,
    is_admin: user.role <= Role.Administrator,
    is_moderator: user.role <= Role.Moderator,
    is_guest: user.role === Role.Guest,
  };
}

export function pictureView(user: UserRow, { withVersion = true } = {}): Picture {
  return {
    avatar_source: user.avatar_source,
    avatar_url: pictureUrl(avatarOf(user)),
    avatar_url_medium: pictureUrl(avatarOf(user), { medium: true }),
    ...(withVersion ? { avatar_version: user.avatar_version } : {}),
  };
}

export function systemBotView(bot: UserRow, form: UserForm): Schema<'CrossRealmBot'> {
  const { public_username: _username, ...view } = wholeUserView(bot, form, true);
  return { ...view, avatar_url: avatarUrl(avatarOf(bot), form), is_system_bot: true };
}
