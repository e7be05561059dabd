// Who may see a real address. Its owner decides; bots have nothing to hide, and everybody sees their
// own. As soon as it is not open to everybody, the API shows a stand-in as the address.
import { Role } from '#platform/http/actor.js';

export enum EmailVisibility {
  Everyone = 1,
  Members = 2,
  Administrators = 3,
  Nobody = 4,
  Moderators = 5,
}

/** The least role that sees the address. */
const LEAST_ROLE: Record<EmailVisibility, number> = {
  [EmailVisibility.Everyone]: Role.Guest,
  [EmailVisibility.Members]: Role.Member,
  [EmailVisibility.Moderators]: Role.Moderator,
  [EmailVisibility.Administrators]: Role.Administrator,
  [EmailVisibility.Nobody]: 0,
};

export interface Observer {
  userId: number;
  role: Role;
}

export function seesEmail(
  observer: Observer,
  owner: { id: number; emailVisibility: EmailVisibility },
): boolean {
  return owner.id === observer.userId || observer.role <= LEAST_ROLE[owner.emailVisibility];
}
