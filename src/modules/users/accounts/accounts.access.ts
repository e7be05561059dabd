// Permission to manage accounts: owners manage all, administrators all except those of owners.
import type { UserRow } from '#modules/users/users';
import { ApiError } from '#platform/http/api-error.js';
import { type Actor, Role } from '#platform/http/actor.js';

export function requireOwner(actor: Actor): void {
  if (actor.role !== Role.Owner) throw ApiError.badRequest('Only owners can do this');
}

/** Throws unless the actor, an administrator or the owner of a bot, may manage this account. */
export function requireManageable(actor: Actor, user: Pick<UserRow, 'role'>): void {
  if (user.role === Role.Owner) requireOwner(actor);
}
