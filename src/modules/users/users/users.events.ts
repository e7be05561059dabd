// Events that keep the list of users of every client current.
import { isAmong } from '#platform/event-log/among.js';
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventQueue } from '#platform/event-log/event-queue.js';
import type { EventBody, Schema } from '#platform/http/contract.js';
import {
  avatarOf,
  GRAVATAR,
  pictureUrl,
  pictureView,
  hiddenUserView,
  fullUserView,
} from './users.view.js';
import { type UserRow } from './users.repository.js';

interface UserAdded extends EventBody<'RealmUserAddEvent'> {
  /** In the form for viewers of the real address whose client computes gravatars itself. */
  person: Schema<'User'>;
  /** Set when the picture is a gravatar, for clients that ask for its URL. */
  gravatarUrl: string | null;
  /** The account was just created; absent when the user became visible to the audience. */
  isNew?: boolean;
  /** The viewers of the real address, except its owner; absent means all. */
  emailReaders?: EmailReaders;
}

export type EmailReaders = 'non-guests' | number[];

/** A change of one property. */
export type UserUpdated = EventBody<'RealmUserUpdateEvent'>;

export type PersonChange = UserUpdated['person'];

/** Users who became hidden from the audience; one event for each of them on the wire. */
interface UsersRemoved {
  op: 'remove';
  people: RemovedUser[];
}

interface RemovedUser extends Pick<EventBody<'RealmUserRemoveEvent'>, 'person'> {
  /** Replaces the user in clients that need an entry for every user. */
  placeholder: Schema<'User'>;
}

/** A user who is hidden from the audience, for clients that need an entry for every user. */
interface UserHidden {
  op: 'hidden';
  person: { user_id: number };
  placeholder: Schema<'User'>;
}

/** The real address has other readers than before. */
interface EmailVisibilityChanged {
  op: 'email_visibility';
  person: { user_id: number };
  address: string;
  /** The picture shown to former readers of the address; absent where it is no gravatar. */
  picture?: PersonChange;
  /** Except the owner; absent means all. */
  readersBefore?: EmailReaders;
  readers?: EmailReaders;
}

export const realmUserEvent = defineEvent<
  UserAdded | UserUpdated | UsersRemoved | UserHidden | EmailVisibilityChanged,
  EventBody<'RealmUserAddEvent' | 'RealmUserUpdateEvent' | 'RealmUserRemoveEvent'>
>({
  type: 'realm_user',
  changesRights: (change) =>
    change.op === 'remove' ||
    (change.op === 'update' &&
      ['role', 'is_active', 'bot_owner_id'].some((name) => name in change.person)),
  variantFor(change, queue) {
    if (change.op === 'add')
      return `${queue.options.clientGravatar} ${canSeeAddress(change, queue)}`;
    if (change.op === 'email_visibility') return JSON.stringify(emailUpdatesFor(change, queue));
    return String(queue.options.capabilities.user_list_incomplete);
  },
  idsFor(change) {
    if (change.op === 'remove') return change.people.length;
    return change.op === 'email_visibility' && change.picture ? 2 : 1;
  },
  present(change, queue) {
    if (change.op === 'email_visibility') return emailUpdatesFor(change, queue);
    if (change.op === 'remove') return presentRemoved(change, queue);
    if (change.op === 'hidden') {
      return needsAll(queue) ? { op: 'add', person: change.placeholder } : undefined;
    }
    if (change.op === 'update') return change;
    const { op, person, gravatarUrl } = change;
    const sees = canSeeAddress(change, queue);
    const shown = sees ? person : { ...person, delivery_email: null };
    if (gravatarUrl === null || (sees && queue.options.clientGravatar))
      return { op, person: shown };
    return { op, person: { ...shown, avatar_url: gravatarUrl } };
  },
});

function presentRemoved(
  { people }: UsersRemoved,
  queue: EventQueue,
): EventBody<'RealmUserAddEvent' | 'RealmUserRemoveEvent'>[] {
  const isReplaced = needsAll(queue);
  return people.map(({ person, placeholder }) =>
    isReplaced ? { op: 'add', person: placeholder } : { op: 'remove', person },
  );
}

/** Whether the client needs an entry for every user, including those hidden from it. */
function needsAll({ options }: EventQueue): boolean {
  return !options.capabilities.user_list_incomplete;
}

export function userAdded(user: UserRow, emailReaders?: EmailReaders): UserAdded {
  return {
    op: 'add',
    person: fullUserView(user, { clientGravatar: true, withProfile: true }, true),
    gravatarUrl: user.avatarSource === GRAVATAR ? pictureUrl(avatarOf(user)) : null,
    ...(emailReaders === undefined ? {} : { emailReaders }),
  };
}

/** Drops the cached credentials of a user in every process; no client receives it. */
export const credentialsEvent = defineEvent<{ userId: number }>({
  type: 'parley:credentials',
  changesRights: () => true,
});

export function emailVisibilityChanged(
  user: UserRow,
  readersBefore: EmailReaders | undefined,
  readers: EmailReaders | undefined,
): EmailVisibilityChanged {
  return {
    op: 'email_visibility',
    person: { user_id: user.id },
    address: user.deliveryEmail,
    ...(user.avatarSource === GRAVATAR ? { picture: pictureChange(user) } : {}),
    ...(readersBefore === undefined ? {} : { readersBefore }),
    ...(readers === undefined ? {} : { readers }),
  };
}

export function pictureChange(user: UserRow): PersonChange {
  return { user_id: user.id, ...pictureView(user), avatar_version: user.avatarVersion };
}

function canSeeAddress({ person, emailReaders }: UserAdded, queue: EventQueue): boolean {
  return person.user_id === queue.userId || isReader(emailReaders, queue);
}

function emailUpdatesFor(change: EmailVisibilityChanged, queue: EventQueue): UserUpdated[] {
  const { person, address, picture, readersBefore, readers } = change;
  if (person.user_id === queue.userId) return [];
  const [saw, sees] = [isReader(readersBefore, queue), isReader(readers, queue)];
  if (saw === sees) return [];
  const update = (of: PersonChange): UserUpdated => ({ op: 'update', person: of });
  if (sees) return [update({ ...person, delivery_email: address })];
  const hidden = update({ ...person, delivery_email: null });
  return picture ? [hidden, update(picture)] : [hidden];
}

function isReader(readers: EmailReaders | undefined, queue: EventQueue): boolean {
  if (readers === undefined) return true;
  return readers === 'non-guests' ? !queue.isGuest : isAmong(readers, queue.userId);
}

/** `host` is that of the realm. */
export function usersRemoved(users: UserRow[], host: string): UsersRemoved {
  const people = users.map((user) => ({
    person: { user_id: user.id, full_name: user.fullName },
    placeholder: placeholderOf(user, host),
  }));
  return { op: 'remove', people };
}

export function userHidden(user: UserRow, host: string): UserHidden {
  return { op: 'hidden', person: { user_id: user.id }, placeholder: placeholderOf(user, host) };
}

function placeholderOf(user: UserRow, host: string): Schema<'User'> {
  return { ...hiddenUserView(user, host), is_active: user.isActive };
}
