// Events that keep the list of users of every client current.
import { defineEvent } from '#platform/event-log/event-definition.js';
import { avatarOf, GRAVATAR, pictureUrl, type UserRow, userView } from './users.view.js';

export interface UserAdded {
  op: 'add';
  person: Record<string, unknown>;
  /** Set when the picture is a gravatar, for clients that want its address. */
  gravatarUrl: string | null;
}

export const realmUserEvent = defineEvent<UserAdded>({
  type: 'realm_user',
  formFor: ({ gravatarUrl }, queue) =>
    gravatarUrl !== null && !queue.options.clientGravatar ? 'gravatar' : '',
  present: ({ op, person, gravatarUrl }, queue) => {
    if (gravatarUrl === null || queue.options.clientGravatar) return { op, person };
    return { op, person: { ...person, avatar_url: gravatarUrl } };
  },
});

export function userAdded(user: UserRow): UserAdded {
  return {
    op: 'add',
    person: userView(user, { clientGravatar: true, withProfile: true }),
    gravatarUrl: user.avatar_source === GRAVATAR ? pictureUrl(avatarOf(user)) : null,
  };
}

/** Tells the caches of credentials, and nobody else, that those of a user changed. */
export const credentialsEvent = defineEvent<{ userId: number }>({ type: 'parley:credentials' });
