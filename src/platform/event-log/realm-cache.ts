// Per-realm read-through caches. An event of one of the cache's types drops the value of its realm: events of
// this process at the commit, those of others when the log is read. Values also expire, within five seconds
// if they decide permissions.
// Transactions do not fill caches, because they may see older data or rows that roll back. Snapshots do not
// read caches either, because a value may belong to another point in time.
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost, expiringAfter } from '#platform/cache-options.js';
import { Clock } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import { EventTail } from './event-tail.js';
import { SnapshotCaches } from './snapshot-cache.js';

const MAX_AGE_MS = 5_000;
const MAX_REALMS = 10_000;
const ENTRY_MAX_AGE_MS = 60_000;
const MAX_ENTRIES_PER_REALM = 20_000;

export interface RealmCache<T> {
  get(realmId: number): Promise<T>;
}

export interface RealmEntries<T> {
  /** Returns the entries that exist. They are shared: callers must not change them. */
  getMany(realmId: number, ids: Iterable<number>): Promise<ReadonlyMap<number, T>>;
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
   * Creates a cache of what `load` returns. Every change of what `load` reads must append an event of
   * one of the types.
   */
  create<T>(
    types: string[],
    load: (realmId: number) => Promise<T>,
    { maxAgeMs = MAX_AGE_MS } = {},
  ): RealmCache<T> {
    const inSnapshots = this.snapshotCaches.create(types, load);
    const cached = new LRUCache<number, { value: T }>({
      ...atMost(MAX_REALMS),
      ...expiringAfter(maxAgeMs, this.clock),
      fetchMethod: async (realmId) => {
        await this.eventTail.follow(realmId);
        return { value: await load(realmId) };
      },
      // A value dropped while it loads may be older than the change: it is returned, and not cached.
      ignoreFetchAbort: true,
    });
    this.eventTail.onChanges((realmId, events) => {
      if (events.some(({ type }) => types.includes(type))) cached.delete(realmId);
    });
    this.eventTail.onRealmClosed((realmId) => cached.delete(realmId));

    return {
      get: async (realmId) => {
        if (this.database.inSnapshot) return inSnapshots.read(realmId);
        const entry = cached.get(realmId);
        if (entry) return entry.value;
        if (this.database.inTransaction) return load(realmId);
        return (await cached.forceFetch(realmId)).value;
      },
    };
  }

  /**
   * Creates a cache of single entries of a realm, such as users by id. Not for permission checks, because
   * an entry may be a minute old.
   */
  createEntries<T extends object>(
    types: string[],
    load: (realmId: number, ids: number[]) => Promise<Iterable<[number, T]>>,
  ): RealmEntries<T> {
    const cached = this.create(
      types,
      () => Promise.resolve(new LRUCache<number, T>(atMost(MAX_ENTRIES_PER_REALM))),
      { maxAgeMs: ENTRY_MAX_AGE_MS },
    );
    return {
      getMany: async (realmId, ids) => {
        // Obtained before loading: a concurrent change drops the map together with the loaded entries.
        const entries = await cached.get(realmId);
        const existing = new Map<number, T>();
        const missing = new Set<number>();
        for (const id of ids) {
          const entry = entries.get(id);
          if (entry === undefined) missing.add(id);
          else existing.set(id, entry);
        }
        if (missing.size === 0) return existing;
        const loaded = await load(realmId, [...missing]);
        const mayRollBack = this.database.inTransaction && !this.database.inSnapshot;
        for (const [id, entry] of loaded) {
          if (!mayRollBack) entries.set(id, entry);
          existing.set(id, entry);
        }
        return existing;
      },
    };
  }
}
