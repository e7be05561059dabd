// Events that keep the list of users of every client current.
import { isAmong } from '#platform/event-log/among.js';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import {
  avatarOf,
  GRAVATAR,
  pictureUrl,
  pictureView,
  unknownUserView,
  type UserRow,
  wholeUserView,
} from './users.view.js';

interface UserAdded {
  op: 'add';
  /** As who sees the real address gets it, when the client finds gravatars itself. */
  person: Record<string, unknown>;
  /** Set when the picture is a gravatar, for clients that want its address. */
  gravatarUrl: string | null;
  /** The user has just joined; else somebody has just come to know of them. */
  isNew?: boolean;
  /** Who sees the real address, besides its owner; absent means everybody. */
  addressSeenBy?: AddressReaders;
}

export type AddressReaders = 'non-guests' | number[];

/** One thing about a user that changed. */
export interface UserUpdated {
  op: 'update';
  person: PersonChange;
}

export type PersonChange = { user_id: number } & (
  | { full_name: string }
  | { role: number }
  | { is_active: boolean }
  | { bot_owner_id: number }
  | { new_email: string }
  | { delivery_email: string | null }
  | { timezone: string; email: string }
  | { date_joined: string }
  | { is_imported_stub: false }
  | { custom_profile_field: { id: number; value: string | null; rendered_value?: string } }
  | { avatar_url: string; avatar_source: string; avatar_url_medium: string; avatar_version: number }
);

interface UserRemoved {
  op: 'remove';
  person: { user_id: number; full_name: string };
  /** What stays of the user for clients that have to know of everybody. */
  stranger: Record<string, unknown>;
}

/** Somebody whom the observer may not know of, for clients that have to know of everybody. */
interface StrangerAdded {
  op: 'stranger';
  person: { user_id: number };
  stranger: Record<string, unknown>;
}

/** Others see the real address than before. */
interface AddressDisclosed {
  op: 'disclose';
  person: { user_id: number };
  address: string;
  /** What those see instead who do not know the address any more; absent where it is no gravatar. */
  picture?: PersonChange;
  /** Besides its owner; absent means everybody. */
  seenBefore?: AddressReaders;
  seenBy?: AddressReaders;
}

export const realmUserEvent = defineEvent<
  UserAdded | UserUpdated | UserRemoved | StrangerAdded | AddressDisclosed
>({
  type: 'realm_user',
  variantFor(change, queue) {
    if (change.op === 'add') return `${queue.options.clientGravatar} ${seesAddress(change, queue)}`;
    if (change.op === 'disclose') return JSON.stringify(disclosedTo(change, queue));
    return String(queue.options.capabilities.user_list_incomplete);
  },
  idsFor: (change) => (change.op === 'disclose' && change.picture ? 2 : 1),
  present(change, queue) {
    if (change.op === 'disclose') return disclosedTo(change, queue);
    if (change.op === 'remove' || change.op === 'stranger') return presentStranger(change, queue);
    if (change.op === 'update') return change;
    const { op, person, gravatarUrl } = change;
    const sees = seesAddress(change, queue);
    const shown = sees ? person : { ...person, delivery_email: null };
    if (gravatarUrl === null || (sees && queue.options.clientGravatar))
      return { op, person: shown };
    return { op, person: { ...shown, avatar_url: gravatarUrl } };
  },
});

function presentStranger(
  change: UserRemoved | StrangerAdded,
  { options }: EventQueue,
): object | undefined {
  if (!options.capabilities.user_list_incomplete) return { op: 'add', person: change.stranger };
  return change.op === 'remove' ? { op: change.op, person: change.person } : undefined;
}

export function userAdded(user: UserRow, addressSeenBy?: AddressReaders): UserAdded {
  return {
    op: 'add',
    person: wholeUserView(user, { clientGravatar: true, withProfile: true }, true),
    gravatarUrl: user.avatar_source === GRAVATAR ? pictureUrl(avatarOf(user)) : null,
    ...(addressSeenBy === undefined ? {} : { addressSeenBy }),
  };
}

/** Tells the caches of credentials, and nobody else, that those of a user changed. */
export const credentialsEvent = defineEvent<{ userId: number }>({ type: 'parley:credentials' });

export function addressDisclosed(
  user: UserRow,
  seenBefore: AddressReaders | undefined,
  seenBy: AddressReaders | undefined,
): AddressDisclosed {
  return {
    op: 'disclose',
    person: { user_id: user.id },
    address: user.delivery_email,
    ...(user.avatar_source === GRAVATAR ? { picture: pictureChange(user) } : {}),
    ...(seenBefore === undefined ? {} : { seenBefore }),
    ...(seenBy === undefined ? {} : { seenBy }),
  };
}

export function pictureChange(user: UserRow): PersonChange {
  return { user_id: user.id, ...pictureView(user) } as PersonChange;
}

function seesAddress({ person, addressSeenBy }: UserAdded, queue: EventQueue): boolean {
  return person['user_id'] === queue.userId || isShownTo(addressSeenBy, queue);
}

function disclosedTo(change: AddressDisclosed, queue: EventQueue): UserUpdated[] {
  const { person, address, picture, seenBefore, seenBy } = change;
  if (person.user_id === queue.userId) return [];
  const [saw, sees] = [isShownTo(seenBefore, queue), isShownTo(seenBy, queue)];
  if (saw === sees) return [];
  const update = (of: PersonChange): UserUpdated => ({ op: 'update', person: of });
  if (sees) return [update({ ...person, delivery_email: address })];
  const hidden = update({ ...person, delivery_email: null });
  return picture ? [hidden, update(picture)] : [hidden];
}

function isShownTo(readers: AddressReaders | undefined, queue: EventQueue): boolean {
  if (readers === undefined) return true;
  return readers === 'non-guests' ? !queue.isGuest : isAmong(readers, queue.userId);
}

/** Hides a user from somebody; the host is that of the organization. */
export function userRemoved(user: UserRow, host: string): UserRemoved {
  const { id: user_id, full_name } = user;
  return { op: 'remove', person: { user_id, full_name }, stranger: strangerOf(user, host) };
}

export function strangerAdded(user: UserRow, host: string): StrangerAdded {
  return { op: 'stranger', person: { user_id: user.id }, stranger: strangerOf(user, host) };
}

function strangerOf(user: UserRow, host: string): Record<string, unknown> {
  return { ...unknownUserView(user, host), is_active: user.is_active };
}
