import type { Role } from '#platform/http/actor.js';

/** The user for whom users and email addresses are visible or hidden. */
export interface Viewer {
  realmId: number;
  userId: number;
  role: Role;
}
