// Caches large parts of the register snapshot between registrations. A value read at one position of
// a realm's log is valid at a later one unless an event between the two changes it. The log is queried
// inside the snapshot, so a cached value is as current as a new one.
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { expiringAfter } from '#platform/cache-options.js';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from './event-log.js';

/** Reading the value again is cheaper than searching more of the log than this. */
const MAX_GAP = 5_000;
/** Far below the age at which events are deleted from the log. */
const MAX_AGE_MS = 60_000;
const MAX_REALMS = 16;

export interface SnapshotCache<T> {
  /** Only inside a snapshot transaction. The value is shared: callers must not change it. */
  read(realmId: number): Promise<T>;
}

interface Cached<T> {
  value: T;
  /** The event id up to which the value is valid. */
  position: number;
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
    const cached = new LRUCache<number, Cached<T>>({
      max: MAX_REALMS,
      ...expiringAfter(MAX_AGE_MS, this.clock),
    });
    return {
      read: async (realmId) => {
        const position = await this.eventLog.latestId(realmId);
        const entry = cached.get(realmId);
        if (entry && (await this.isValidAt(position, realmId, entry, types))) {
          entry.position = position;
          return entry.value;
        }
        const value = await load(realmId);
        if (!entry || position >= entry.position) {
          cached.set(realmId, { value, position });
        }
        return value;
      },
    };
  }

  private async isValidAt(
    position: number,
    realmId: number,
    entry: Cached<unknown>,
    types: string[],
  ): Promise<boolean> {
    if (position < entry.position || position - entry.position > MAX_GAP) return false;
    if (position === entry.position) return true;
    const changes = await this.database.query(
      `SELECT 1 FROM event_log WHERE realm_id = $1 AND id > $2 AND type = ANY ($3) LIMIT 1`,
      [realmId, entry.position, types],
      { prepare: true },
    );
    return changes.length === 0;
  }
}
