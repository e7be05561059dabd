// Users in the forms of the API.
import { createHash } from 'node:crypto';
import { canSeeEmail, placeholderEmail, type Viewer } from '#modules/users/visibility';
import { Role } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import type { UserRow, UserSummary } from './users.repository.js';

export interface UserForm {
  /** The client computes the URLs of gravatars itself. */
  clientGravatar: boolean;
  withProfile: boolean;
}

export interface Avatar {
  userId: number;
  source: string;
  version: number;
  /** Path of an uploaded picture. */
  path: string | null;
  /** The delivery address. */
  email: string;
  /** The viewer may not see the address, so that the client cannot compute the gravatar. */
  isEmailHidden?: boolean;
}

export const GRAVATAR = 'G';
const JDENTICON = 'J';
export const UPLOADED = 'U';

/** Null when the client computes the URL itself. */
export function avatarUrl(avatar: Avatar, form: { clientGravatar: boolean }): string | null {
  const isComputable = avatar.source === GRAVATAR && avatar.isEmailHidden !== true;
  return form.clientGravatar && isComputable ? null : pictureUrl(avatar);
}

export function pictureUrl(avatar: Avatar, { medium = false } = {}): string {
  const { userId, source, version, path } = avatar;
  const ending = `${medium ? '-medium' : ''}.png?version=${version}`;
  switch (source) {
    case UPLOADED:
      return `/user_avatars/${path}${ending}`;
    case JDENTICON:
      return `/user_avatars/jdenticon/${userId}${ending}`;
    default:
      return gravatarUrl(avatar, { medium });
  }
}

function gravatarUrl(avatar: Avatar, { medium }: { medium: boolean }): string {
  const hash = createHash('md5').update(avatar.email.toLowerCase()).digest('hex');
  const size = medium ? '&s=500' : '';
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon${size}&version=${avatar.version}`;
}

/** The stored files of an uploaded picture: the original, and squares of 100 and 500 pixels. */
export function avatarFiles(avatarPath: string): [string, string, string] {
  const path = `avatars/${avatarPath}`;
  return [`${path}.original`, `${path}.png`, `${path}-medium.png`];
}

/** The picture for an email without an account. */
export function gravatarOf(email: string): Avatar {
  return { userId: 0, source: GRAVATAR, version: 1, path: null, email };
}

export function avatarOf(user: UserSummary): Avatar {
  return {
    userId: user.id,
    source: user.avatarSource,
    version: user.avatarVersion,
    path: user.avatarPath,
    email: user.deliveryEmail,
  };
}

export function userView(user: UserRow, form: UserForm, viewer: Viewer): Schema<'User'> {
  return fullUserView(user, form, canSeeEmail(viewer, user));
}

/** `seesAddress`: whether the viewer may see the real address. */
export function fullUserView(user: UserRow, form: UserForm, seesAddress: boolean): Schema<'User'> {
  // Object.assign takes a fraction of the time of a spread here.
  return Object.assign(registeredUserView(user, form, seesAddress), { is_active: user.isActive });
}

/** Without `is_active`, which follows from the list in the register snapshot. */
export function registeredUserView(
  user: UserRow,
  form: UserForm,
  seesAddress: boolean,
): Schema<'RegisteredUser'> {
  const isEmailHidden = !seesAddress;
  const view: Schema<'RegisteredUser'> = {
    user_id: user.id,
    email: user.email,
    delivery_email: seesAddress ? user.deliveryEmail : null,
    full_name: user.fullName,
    public_username: null,
    date_joined: user.dateJoined,
    is_owner: user.role === Role.Owner,
    is_admin: user.role <= Role.Administrator,
    is_guest: user.role === Role.Guest,
    is_bot: user.botType !== null,
    bot_type: user.botType,
    role: user.role,
    timezone: user.timezone,
    avatar_url: avatarUrl({ ...avatarOf(user), isEmailHidden }, form),
    avatar_version: user.avatarVersion,
    is_imported_stub: user.isImportedStub,
  };
  if (user.isDeleted) view.is_deleted = true;
  if (user.botType !== null) view.bot_owner_id = user.botOwnerId;
  else if (form.withProfile) view.profile_data = user.profileData;
  return view;
}

/** The entry for a user hidden from the viewer, for clients that need one. `host` is that of the realm. */
export function hiddenUserView(
  user: Pick<UserRow, 'id' | 'dateJoined'>,
  host: string,
): Schema<'RegisteredUser'> {
  const { id, dateJoined: date_joined } = user;
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
    avatar: { ...gravatarOf(email), userId, isEmailHidden: true },
  };
}

/** The response of GET /users/me. */
export function ownUserView(user: UserRow, latestMessageId: number): Schema<'OwnUser'> {
  const {
    public_username: _username,
    bot_type: _type,
    bot_owner_id: _owner,
    ...view
  } = fullUserView(user, { clientGravatar: false, withProfile: true }, true);
  return {
    ...view,
    delivery_email: user.deliveryEmail,
    avatar_url: pictureUrl(avatarOf(user)),
    max_message_id: latestMessageId,
  };
}

interface Picture {
  avatar_source: UserRow['avatarSource'];
  avatar_url: string;
  avatar_url_medium: string;
}

/** The part of the register snapshot about the registering user. */
export function registeredSelfView(user: UserRow): Record<string, unknown> {
  return {
    user_id: user.id,
    email: user.email,
    delivery_email: user.deliveryEmail,
    full_name: user.fullName,
    ...pictureView(user),
    is_owner: user.role === Role.Owner,
    is_admin: user.role <= Role.Administrator,
    is_moderator: user.role <= Role.Moderator,
    is_guest: user.role === Role.Guest,
  };
}

/** Both sizes of the picture, as the user itself and events about a new picture contain them. */
export function pictureView(user: UserSummary): Picture {
  return {
    avatar_source: user.avatarSource,
    avatar_url: pictureUrl(avatarOf(user)),
    avatar_url_medium: pictureUrl(avatarOf(user), { medium: true }),
  };
}

export function systemBotView(bot: UserRow, form: UserForm): Schema<'CrossRealmBot'> {
  const { public_username: _username, ...view } = fullUserView(bot, form, true);
  return { ...view, avatar_url: avatarUrl(avatarOf(bot), form), is_system_bot: true };
}
