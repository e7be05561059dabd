// What a process knows of each realm: read once, dropped when an event says that it changed (its own
// at the commit, those of others when the log is read), and read again after a while in any case: after
// five seconds where permissions are decided by it.
// Inside a transaction nothing is kept: it may see an older moment, or rows that roll back. Inside a
// snapshot what is kept can not be used either, since it may belong to another moment.
import { Injectable } from '@nestjs/common';
import { Clock, isFresh } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { EventTail } from './event-tail.js';
import { SnapshotCaches } from './snapshot-cache.js';

const MAX_AGE_MS = 5_000;
const MAX_AGE_OF_ENTRIES_MS = 60_000;
/** Of one realm; then all are read again as they are asked for. */
const MAX_ENTRIES = 20_000;

export interface RealmCache<T> {
  get(realmId: number): Promise<T>;
}

export interface RealmEntries<T> {
  /** What there is of these, by id. The values are shared: nobody may change them. */
  getMany(realmId: number, ids: Iterable<number>): Promise<ReadonlyMap<number, T>>;
}

interface Kept<T> {
  value: T;
  expiresAt: number;
}

@Injectable()
export class RealmCaches {
  constructor(
    private readonly database: Database,
    private readonly eventTail: EventTail,
    private readonly snapshotCaches: SnapshotCaches,
    private readonly clock: Clock,
  ) {}

  /**
   * A cache of what `load` returns; it is filled when it is first asked for. Every change of what
   * `load` reads must append an event of one of the types.
   */
  create<T>(
    types: string[],
    load: (realmId: number) => Promise<T>,
    { maxAgeMs = MAX_AGE_MS } = {},
  ): RealmCache<T> {
    const inSnapshots = this.snapshotCaches.create(types, load);
    const kept = new Map<number, Kept<T>>();
    const loads = new Map<number, Promise<T>>();

    const start = (realmId: number): Promise<T> => {
      const promise: Promise<T> = this.eventTail
        .follow(realmId)
        .then(() => load(realmId))
        .then((value) => {
          // Not when it was forgotten meanwhile: what was read may be older than the change.
          if (loads.get(realmId) === promise) {
            kept.set(realmId, { value, expiresAt: this.clock.now().getTime() + maxAgeMs });
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

    this.eventTail.onChanges((realmId, events) => {
      if (events.some(({ type }) => types.includes(type))) forget(realmId);
    });
    this.eventTail.onRealmClosed(forget);

    return {
      get: async (realmId) => {
        if (this.database.inSnapshot) return inSnapshots.read(realmId);
        const known = kept.get(realmId);
        const now = this.clock.now().getTime();
        if (known && isFresh(known.expiresAt, now, maxAgeMs)) return known.value;
        if (this.database.inTransaction) return load(realmId);
        return loads.get(realmId) ?? start(realmId);
      },
    };
  }

  /**
   * A cache of single things of a realm, such as people by id, each read when it is first asked for.
   * For what is shown, not for what permissions are decided by.
   */
  createEntries<T>(
    types: string[],
    load: (realmId: number, ids: number[]) => Promise<Iterable<[number, T]>>,
  ): RealmEntries<T> {
    const kept = this.create(types, () => Promise.resolve(new Map<number, T>()), {
      maxAgeMs: MAX_AGE_OF_ENTRIES_MS,
    });
    return {
      getMany: async (realmId, ids) => {
        // Taken before anything is read: what changes meanwhile drops it, with what was read.
        const entries = await kept.get(realmId);
        const found = new Map<number, T>();
        const missing = new Set<number>();
        for (const id of ids) {
          const entry = entries.get(id);
          if (entry === undefined) missing.add(id);
          else found.set(id, entry);
        }
        if (missing.size === 0) return found;
        const loaded = await load(realmId, [...missing]);
        const mayRollBack = this.database.inTransaction && !this.database.inSnapshot;
        if (!mayRollBack && entries.size + missing.size > MAX_ENTRIES) entries.clear();
        for (const [id, entry] of loaded) {
          if (!mayRollBack) entries.set(id, entry);
          found.set(id, entry);
        }
        return found;
      },
    };
  }
}
