// Events that keep the list of users of every client current.
import { EmailVisibility } from '#modules/users/visibility';
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
import type { UserRow, UserSummary } from './users.repository.js';

/** New users, and users who became visible to the audience; one event for each of them on the wire. */
interface UsersAdded {
  op: 'add';
  people: AddedUser[];
  /** The accounts were just created; absent when the users became visible. */
  isNew?: boolean;
  /** The viewers of the real addresses, except their owners; absent means all. */
  emailReaders?: EmailReaders;
}

interface AddedUser {
  /** In the form for viewers of the real address whose client computes gravatars itself. */
  person: Schema<'User'>;
  /** Set when the picture is a gravatar, for clients that ask for its URL. */
  gravatarUrl: string | null;
}

export type EmailReaders = 'non-guests' | number[];

/** A change of one property of each user. */
interface UsersUpdated {
  op: 'update';
  people: PersonChange[];
}

export type PersonChange = EventBody<'RealmUserUpdateEvent'>['person'];

/** Users who became hidden from the audience; one event for each of them on the wire. */
interface UsersRemoved {
  op: 'remove';
  people: RemovedUser[];
  /** That of the realm, for the addresses of the entries that replace users. */
  host: string;
}

type RemovedUser = EventBody<'RealmUserRemoveEvent'>['person'] & Omit<HiddenUser, 'id'>;

type HiddenUser = Pick<UserRow, 'id' | 'dateJoined' | 'isActive'>;

/** A user who is hidden from the audience, for clients that need an entry for every user. */
interface UserHidden {
  op: 'hidden';
  user: HiddenUser;
  host: string;
}

/** The real addresses have other readers than before. */
interface EmailVisibilityChanged {
  op: 'email_visibility';
  people: ChangedAddress[];
  /** Except the owner; absent means all. */
  readersBefore?: EmailReaders;
  readers?: EmailReaders;
}

interface ChangedAddress {
  user_id: number;
  delivery_email: string;
  /** The picture shown to former readers of the address; absent where it is no gravatar. */
  picture?: PersonChange;
  /** The address shown to all; absent where it stays. */
  new_email?: string;
}

type UserListEvent = EventBody<
  'RealmUserAddEvent' | 'RealmUserUpdateEvent' | 'RealmUserRemoveEvent'
>;

export const realmUserEvent = defineEvent<
  UsersAdded | UsersUpdated | UsersRemoved | UserHidden | EmailVisibilityChanged,
  UserListEvent
>({
  type: 'realm_user',
  changesRights: (change) =>
    change.op === 'remove' || (change.op === 'update' && change.people.some(changesRightsOf)),
  variantFor(change, queue) {
    switch (change.op) {
      case 'add':
        return `${queue.options.clientGravatar} ${isReader(change.emailReaders, queue)} ${change.people.findIndex(
          ({ person }) => person.user_id === queue.userId,
        )}`;
      case 'update':
        return '';
      case 'email_visibility':
        return `${isReader(change.readersBefore, queue)} ${isReader(change.readers, queue)} ${change.people.findIndex(
          ({ user_id: id }) => id === queue.userId,
        )}`;
      default:
        return String(queue.options.capabilities.user_list_incomplete);
    }
  },
  idsFor(change) {
    if (change.op === 'hidden') return 1;
    return change.op === 'email_visibility'
      ? change.people.length * ADDRESS_CHANGES
      : change.people.length;
  },
  present(change, queue) {
    switch (change.op) {
      case 'add':
        return change.people.map((user) => presentAdded(user, change.emailReaders, queue));
      case 'update':
        return change.people.map(updated);
      case 'remove':
        return change.people.map((user) => presentRemoved(user, change.host, queue));
      case 'hidden':
        return needsAll(queue) ? placeholderFor(change.user, change.host) : undefined;
      case 'email_visibility':
        return change.people.flatMap((user) => presentAddress(user, change, queue));
    }
  },
});

function changesRightsOf(change: PersonChange): boolean {
  return ['role', 'is_active', 'bot_owner_id'].some((name) => name in change);
}

function presentAdded(
  { person, gravatarUrl }: AddedUser,
  readers: EmailReaders | undefined,
  queue: EventQueue,
): UserListEvent {
  const sees = person.user_id === queue.userId || isReader(readers, queue);
  const shown = sees ? person : { ...person, delivery_email: null };
  const isComputed = gravatarUrl === null || (sees && queue.options.clientGravatar);
  return { op: 'add', person: isComputed ? shown : { ...shown, avatar_url: gravatarUrl } };
}

function updated(person: PersonChange): UserListEvent {
  return { op: 'update', person };
}

function presentRemoved(
  { user_id, full_name, ...user }: RemovedUser,
  host: string,
  queue: EventQueue,
): UserListEvent {
  return needsAll(queue)
    ? placeholderFor({ ...user, id: user_id }, host)
    : { op: 'remove', person: { user_id, full_name } };
}

/** Replaces the user in clients that need an entry for every user. */
function placeholderFor(user: HiddenUser, host: string): UserListEvent {
  return { op: 'add', person: { ...hiddenUserView(user, host), is_active: user.isActive } };
}

/** The number of events for each address. */
const ADDRESS_CHANGES = 3;

function presentAddress(
  { user_id, delivery_email, picture, new_email }: ChangedAddress,
  { readersBefore, readers }: EmailVisibilityChanged,
  queue: EventQueue,
): (UserListEvent | undefined)[] {
  const isOwn = user_id === queue.userId;
  const [saw, sees] = [readersBefore, readers].map((list) => isOwn || isReader(list, queue));
  const address = sees ? delivery_email : null;
  return [
    saw === sees ? undefined : updated({ user_id, delivery_email: address }),
    saw && !sees && picture ? updated(picture) : undefined,
    new_email === undefined ? undefined : updated({ user_id, new_email }),
  ];
}

/** Whether the client needs an entry for every user, including those hidden from it. */
function needsAll({ options }: EventQueue): boolean {
  return !options.capabilities.user_list_incomplete;
}

export function usersAdded(users: UserRow[], emailReaders?: EmailReaders): UsersAdded {
  return {
    op: 'add',
    people: users.map((user) => ({
      person: fullUserView(user, { clientGravatar: true, withProfile: true }, true),
      gravatarUrl: user.avatarSource === GRAVATAR ? pictureUrl(avatarOf(user)) : null,
    })),
    ...(emailReaders === undefined ? {} : { emailReaders }),
  };
}

/** Drops the cached credentials of a user in every process; no client receives it. */
export const credentialsEvent = defineEvent<{ userId: number }>({
  type: 'parley:credentials',
  changesRights: () => true,
});

/** Changed from the visibility `before`, with these readers, to the current one. */
export function emailVisibilityChanged(
  users: UserRow[],
  before: EmailVisibility,
  [readersBefore, readers]: (EmailReaders | undefined)[],
): EmailVisibilityChanged {
  const { Everyone } = EmailVisibility;
  return {
    op: 'email_visibility',
    people: users.map((user) => ({
      user_id: user.id,
      delivery_email: user.deliveryEmail,
      ...(user.avatarSource === GRAVATAR ? { picture: pictureChange(user) } : {}),
      ...(before === Everyone || user.emailVisibility === Everyone
        ? { new_email: user.email }
        : {}),
    })),
    ...(readersBefore === undefined ? {} : { readersBefore }),
    ...(readers === undefined ? {} : { readers }),
  };
}

export function pictureChange(user: UserSummary): PersonChange {
  return { user_id: user.id, ...pictureView(user), avatar_version: user.avatarVersion };
}

function isReader(readers: EmailReaders | undefined, queue: EventQueue): boolean {
  if (readers === undefined) return true;
  return readers === 'non-guests' ? !queue.isGuest : isAmong(readers, queue.userId);
}

/** `host` is that of the realm. */
export function usersRemoved(users: UserRow[], host: string): UsersRemoved {
  const people = users.map(({ id, fullName, dateJoined, isActive }) => ({
    user_id: id,
    full_name: fullName,
    dateJoined,
    isActive,
  }));
  return { op: 'remove', people, host };
}

export function userHidden({ id, dateJoined, isActive }: UserRow, host: string): UserHidden {
  return { op: 'hidden', user: { id, dateJoined, isActive }, host };
}

/** The ids of the users whose account an event changes. */
export function changedAccounts(change: object): number[] {
  const { op, people } = change as UsersUpdated | EmailVisibilityChanged;
  return op === 'update' || op === 'email_visibility' ? people.map(({ user_id: id }) => id) : [];
}
