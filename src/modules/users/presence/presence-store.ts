// Storage of presence: PostgreSQL, or Redis with PostgreSQL as its durable copy. In both, the update id of
// a change is larger than those of all changes of the realm that may have been read, and not smaller than
// the current time in milliseconds. A client that asks for the changes after an id therefore misses none,
// even if Redis has lost its data.

export interface PresenceReport {
  userId: number;
  isActive: boolean;
}

/** Times are UNIX milliseconds. */
export interface Presence {
  userId: number;
  /** Null for a user who was never active. */
  activeAt: number | null;
  connectedAt: number;
}

export interface StoredPresence extends Presence {
  updateId: number;
}

export interface HidingTimes {
  latest: Date;
  now: Date;
}

/** A newer time is not updated, so that few reports cause a write. */
export const REWRITE_AFTER_MS = 55_000;
/** A user who becomes active after this time without activity counts as returned. */
export const AWAY_AFTER_MS = 130_000;

export abstract class PresenceStore {
  /** Stores the reports, one for each user. Returns the users who came online. */
  abstract report(realmId: number, reports: PresenceReport[], now: Date): Promise<Presence[]>;

  /** Moves times after `latest` back to it. Returns the users whose times changed. */
  abstract hide(realmId: number, userIds: number[], times: HidingTimes): Promise<Presence[]>;

  /** The presences that changed after an update id, oldest change first. */
  abstract changedAfter(realmId: number, updateId: number): Promise<StoredPresence[]>;

  abstract find(realmId: number, userId: number): Promise<StoredPresence | undefined>;

  /** Deletes the data of a realm that is stored outside PostgreSQL. */
  abstract dropRealm(realmId: number): Promise<void>;
}
