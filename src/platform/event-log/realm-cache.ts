// What a process knows of each realm: read once, dropped when an event says that it changed (its own
// at the commit, those of others when the log is read), and read again after five seconds in any case, because permissions are decided by it.
// Inside a transaction nothing is kept: it may see an older moment, or rows that roll back. Inside a
// snapshot what is kept can not be used either, since it may belong to another moment.
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { EventTail } from './event-tail.js';
import { SnapshotCaches } from './snapshot-cache.js';

const MAX_AGE_MS = 5_000;

export interface RealmCache<T> {
  get(realmId: number): Promise<T>;
}

interface Kept<T> {
  value: T;
  expiresAt: number;
}

@Injectable()
export class RealmCaches {
  constructor(
    private readonly database: Database,
    private readonly tail: EventTail,
    private readonly snapshots: SnapshotCaches,
    private readonly clock: Clock,
  ) {}

  /**
   * A cache of what `load` returns; it is filled when it is first asked for. Every change of what
   * `load` reads must append an event of one of the types.
   */
  create<T>(types: string[], load: (realmId: number) => Promise<T>): RealmCache<T> {
    const inSnapshots = this.snapshots.create(types, load);
    const kept = new Map<number, Kept<T>>();
    const loads = new Map<number, Promise<T>>();

    const start = (realmId: number): Promise<T> => {
      const promise: Promise<T> = this.tail
        .follow(realmId)
        .then(() => load(realmId))
        .then((value) => {
          // Not when it was forgotten meanwhile: what was read may be older than the change.
          if (loads.get(realmId) === promise) {
            kept.set(realmId, { value, expiresAt: this.clock.now().getTime() + MAX_AGE_MS });
          }
          return value;
        })
        .finally(() => {
          if (loads.get(realmId) === promise) loads.delete(realmId);
        });
      loads.set(realmId, promise);
      return promise;
    };

    const forget = (realmId: number): void => {
      kept.delete(realmId);
      loads.delete(realmId);
    };

    this.tail.onChanges((realmId, events) => {
      if (events.some(({ type }) => types.includes(type))) forget(realmId);
    });
    this.tail.onRealmClosed(forget);

    return {
      get: async (realmId) => {
        if (this.database.inSnapshot) return inSnapshots.read(realmId);
        const known = kept.get(realmId);
        if (known && this.clock.now().getTime() < known.expiresAt) return known.value;
        if (this.database.inTransaction) return load(realmId);
        return loads.get(realmId) ?? start(realmId);
      },
    };
  }
}
