// Visibility of the real email address of a user, chosen by each person; those of bots are visible to all.
// In the API, an address that is not visible to everyone is replaced by a placeholder.
import { Role } from '#platform/http/actor.js';
import type { Viewer } from './viewer.js';

export enum EmailVisibility {
  Everyone = 1,
  Members = 2,
  Administrators = 3,
  Nobody = 4,
  Moderators = 5,
}

/** The lowest role that may see the address. */
const LOWEST_ROLE: Record<EmailVisibility, number> = {
  [EmailVisibility.Everyone]: Role.Guest,
  [EmailVisibility.Members]: Role.Member,
  [EmailVisibility.Moderators]: Role.Moderator,
  [EmailVisibility.Administrators]: Role.Administrator,
  [EmailVisibility.Nobody]: 0,
};

export function canSeeEmail(
  viewer: Pick<Viewer, 'userId' | 'role'>,
  owner: { id: number; emailVisibility: EmailVisibility },
): boolean {
  return owner.id === viewer.userId || viewer.role <= LOWEST_ROLE[owner.emailVisibility];
}
