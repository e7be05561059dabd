// Cache of the presence of whole realms, with the JSON of each user. Every change has a larger update id
// than all changes that could be read before it, so that a read loads only the changes after the newest
// cached one.
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '#platform/database/database.js';
import { EventTail } from '#platform/event-log/event-tail.js';
import type { Schema } from '#platform/http/contract.js';
import { type Json, toJson } from '#platform/http/ready-json.js';
import type { PresenceUser } from './presence-people.repository.js';
import { PresenceStore, type StoredPresence } from './presence-store.js';
import { PresenceRepository } from './presence.repository.js';
import { legacyPresence, modernPresence } from './presence.view.js';

const MAX_REALMS = 16;

interface CachedRealm {
  /** Keyed by user id, oldest change first. */
  presences: Map<number, StoredPresence>;
  /** The update id up to which the cache is complete. */
  updateId: number;
}

/** The key and value of a user in the list of presences. */
export type PresenceMember = readonly [number | string, Json<Schema<'Presences'>[string]>];

/** A member with the other values that it was made from. */
interface CachedMember extends PresenceUser {
  member: PresenceMember;
}

@Injectable()
export class PresenceCache {
  private readonly realms = new LRUCache<number, CachedRealm>({ max: MAX_REALMS });
  private readonly members = {
    modern: new WeakMap<StoredPresence, CachedMember>(),
    legacy: new WeakMap<StoredPresence, CachedMember>(),
  };

  constructor(
    private readonly presenceStore: PresenceStore,
    private readonly presenceRepository: PresenceRepository,
    private readonly database: Database,
    tail: EventTail,
  ) {
    tail.onRealmClosed((realmId) => this.realms.delete(realmId));
  }

  /** Oldest change first. Includes deactivated users, since they may be reactivated. */
  async all(realmId: number): Promise<StoredPresence[]> {
    // The changes of this transaction must not be cached: it may roll back.
    if (this.database.inTransaction && !this.database.inSnapshot) return this.changedAfter(realmId);
    const cached: CachedRealm = this.realms.get(realmId) ?? { presences: new Map(), updateId: 0 };
    const [clock, changed] = await Promise.all([
      this.clock(realmId),
      this.changedAfter(realmId, cached.updateId),
    ]);
    // The cache has changes that the snapshot of this transaction does not contain.
    if (clock < cached.updateId) return this.changedAfter(realmId);
    for (const presence of changed) apply(cached, presence);
    this.realms.set(realmId, cached);
    return [...cached.presences.values()];
  }

  changedAfter(realmId: number, updateId = 0): Promise<StoredPresence[]> {
    return this.presenceStore.changedAfter(realmId, updateId);
  }

  find(realmId: number, userId: number): Promise<StoredPresence | undefined> {
    return this.presenceStore.find(realmId, userId);
  }

  /** The modern form is keyed by user id and contains times; the legacy form by address, with statuses. */
  memberOf(
    presence: StoredPresence,
    { email, joinedAt }: PresenceUser,
    isModern: boolean,
  ): PresenceMember {
    const members = isModern ? this.members.modern : this.members.legacy;
    const cached = members.get(presence);
    if (cached?.email === email && cached.joinedAt === joinedAt) return cached.member;
    const member: PresenceMember = isModern
      ? [presence.userId, toJson(modernPresence(presence, joinedAt))]
      : [email, toJson(legacyPresence(presence, joinedAt))];
    members.set(presence, { email, joinedAt, member });
    return member;
  }

  /** The newest update id that is visible here; unlimited outside database snapshots. */
  private async clock(realmId: number): Promise<number> {
    const isSnapshot = this.presenceStore === this.presenceRepository && this.database.inSnapshot;
    return isSnapshot ? this.presenceRepository.clock(realmId) : Infinity;
  }
}

/** Concurrent reads may have applied a newer change of the user already. */
function apply(cached: CachedRealm, presence: StoredPresence): void {
  const { userId, updateId } = presence;
  const before = cached.presences.get(userId);
  if (before && before.updateId >= updateId) return;
  cached.presences.delete(userId);
  cached.presences.set(userId, presence);
  cached.updateId = Math.max(cached.updateId, updateId);
}
