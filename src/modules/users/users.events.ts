// Events that keep the list of users of every client current.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import { avatarOf, GRAVATAR, pictureUrl, type UserRow, wholeUserView } from './users.view.js';

interface UserAdded {
  op: 'add';
  /** As who sees the real address gets it, when the client finds gravatars itself. */
  person: Record<string, unknown>;
  /** Set when the picture is a gravatar, for clients that want its address. */
  gravatarUrl: string | null;
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
}

export const realmUserEvent = defineEvent<UserAdded | UserUpdated | UserRemoved>({
  type: 'realm_user',
  formFor: (change, queue) =>
    change.op === 'add'
      ? `${queue.options.clientGravatar} ${seesAddress(change, queue)}`
      : isHidden(change, queue)
        ? 'hidden'
        : '',
  present(change, queue) {
    if (change.op === 'remove') return isHidden(change, queue) ? undefined : change;
    if (change.op === 'update') return change;
    const { op, person, gravatarUrl } = change;
    const sees = seesAddress(change, queue);
    const shown = sees ? person : { ...person, delivery_email: null };
    if (gravatarUrl === null || (sees && queue.options.clientGravatar))
      return { op, person: shown };
    return { op, person: { ...shown, avatar_url: gravatarUrl } };
  },
});

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

function seesAddress({ person, addressSeenBy }: UserAdded, queue: EventQueue): boolean {
  if (addressSeenBy === undefined || person['user_id'] === queue.userId) return true;
  return addressSeenBy === 'non-guests' ? !queue.isGuest : addressSeenBy.includes(queue.userId);
}

function isHidden(change: UserUpdated | UserRemoved, queue: EventQueue): boolean {
  return change.op === 'remove' && !queue.options.capabilities.user_list_incomplete;
}
