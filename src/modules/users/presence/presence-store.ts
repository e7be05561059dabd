// Where presence is kept: in PostgreSQL, or hot in Redis with PostgreSQL behind it. Both keep the
// same promises. A change gets an update id that is larger than that of every change of the realm
// which somebody may have read, and never smaller than the present time in milliseconds: so nobody
// who asks for what came after an id misses a change, not even when Redis has lost its memory.

/** What one person reported. */
export interface PresenceReport {
  userId: number;
  isActive: boolean;
}

/** Times are UNIX milliseconds. */
export interface Presence {
  userId: number;
  /** Null for who was never active. */
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

/** A time that is not older than this stays as it is, so that few reports are written. */
export const REWRITE_AFTER_MS = 55_000;
/** Who becomes active after so long has come back. */
export const AWAY_AFTER_MS = 130_000;

export abstract class PresenceStore {
  /** Keeps what is new in the reports, one for each user. Returns those who came or came back. */
  abstract report(realmId: number, reports: PresenceReport[], now: Date): Promise<Presence[]>;

  /** Moves the times of these people back to `latest` where they are later. Returns whose were. */
  abstract hide(realmId: number, userIds: number[], times: HidingTimes): Promise<Presence[]>;

  /** All that changed after an update id, oldest change first. */
  abstract changedAfter(realmId: number, updateId: number): Promise<StoredPresence[]>;

  abstract find(realmId: number, userId: number): Promise<StoredPresence | undefined>;

  /** Drops what is kept of a realm outside the database. */
  abstract forgetRealm(realmId: number): Promise<void>;
}
