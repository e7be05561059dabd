// Keeps a large part of the register snapshot between registrations. What was read at one point
// of a realm's log is what would be read at a later one, if no event between the two tells of a
// change; the log itself is asked, inside the snapshot, so a kept value is as right as a fresh one.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from './event-log.js';

/** Reading the value again is cheaper than searching more of the log than this. */
const MAX_GAP = 5_000;
/** Far below the age at which the log forgets events. */
const MAX_AGE_MS = 60_000;
const MAX_REALMS = 16;

export interface SnapshotCache<T> {
  /** Only inside a snapshot transaction. The value is shared: nobody may change it. */
  read(realmId: number): Promise<T>;
}

interface Kept<T> {
  value: T;
  /** The event id up to which the value is known to be right. */
  position: number;
  expiresAt: number;
}

@Injectable()
export class SnapshotCaches {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Every change of what `load` reads must append an event of one of the types. */
  create<T>(types: string[], load: (realmId: number) => Promise<T>): SnapshotCache<T> {
    const kept = new Map<number, Kept<T>>();
    return {
      read: async (realmId) => {
        const position = await this.eventLog.latestId(realmId);
        const known = kept.get(realmId);
        if (known && (await this.isRightAt(position, realmId, known, types))) {
          known.position = position;
          return known.value;
        }
        const value = await load(realmId);
        if (!known || position >= known.position) {
          kept.delete(realmId);
          kept.set(realmId, {
            value,
            position,
            expiresAt: this.clock.now().getTime() + MAX_AGE_MS,
          });
          for (const oldest of kept.keys()) {
            if (kept.size <= MAX_REALMS) break;
            kept.delete(oldest);
          }
        }
        return value;
      },
    };
  }

  private async isRightAt(
    position: number,
    realmId: number,
    known: Kept<unknown>,
    types: string[],
  ): Promise<boolean> {
    if (position < known.position || position - known.position > MAX_GAP) return false;
    if (this.clock.now().getTime() >= known.expiresAt) return false;
    if (position === known.position) return true;
    const changes = await this.database.query(
      `SELECT 1 FROM event_log WHERE realm_id = $1 AND id > $2 AND type = ANY ($3) LIMIT 1`,
      [realmId, known.position, types],
      { prepare: true },
    );
    return changes.length === 0;
  }
}
