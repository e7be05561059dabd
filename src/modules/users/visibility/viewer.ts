import type { Role } from '#platform/http/actor.js';

/** The user whose access to other users and email addresses is checked. */
export interface Viewer {
  realmId: number;
  userId: number;
  role: Role;
}
