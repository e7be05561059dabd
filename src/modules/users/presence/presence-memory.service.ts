// Everybody's presence, kept in memory. Each change has a larger update id than all that could be read
// before it, so what came after the newest known one is all that has to be read, and only that is made
// into JSON again.
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '#platform/database/database.js';
import { EventTail } from '#platform/event-log/event-tail.js';
import type { Schema } from '#platform/http/contract.js';
import { type Json, toJson } from '#platform/http/ready-json.js';
import type { PresentPerson } from './presence-people.repository.js';
import { PresenceStore, type StoredPresence } from './presence-store.js';
import { PresenceRepository } from './presence.repository.js';
import { legacyPresence, modernPresence } from './presence.view.js';

const MAX_REALMS = 16;

interface KnownRealm {
  /** By user, oldest change first. */
  presences: Map<number, StoredPresence>;
  /** The update id up to which everything is known. */
  updateId: number;
}

/** A name and a value of the list of presences. */
export type PresenceMember = readonly [number | string, Json<Schema<'Presences'>[string]>];

/** A member, and what it was made of besides the presence. */
interface CachedMember extends PresentPerson {
  member: PresenceMember;
}

@Injectable()
export class PresenceMemory {
  private readonly realms = new LRUCache<number, KnownRealm>({ max: MAX_REALMS });
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

  /** Oldest change first. People who have left are among them, since they may return. */
  async all(realmId: number): Promise<StoredPresence[]> {
    // What a transaction sees of its own may roll back.
    if (this.database.inTransaction && !this.database.inSnapshot) return this.changedAfter(realmId);
    const known: KnownRealm = this.realms.get(realmId) ?? { presences: new Map(), updateId: 0 };
    const [clock, changed] = await Promise.all([
      this.clock(realmId),
      this.changedAfter(realmId, known.updateId),
    ]);
    // Others have seen changes that the snapshot of this transaction does not contain.
    if (clock < known.updateId) return this.changedAfter(realmId);
    for (const presence of changed) learn(known, presence);
    this.realms.set(realmId, known);
    return [...known.presences.values()];
  }

  changedAfter(realmId: number, updateId = 0): Promise<StoredPresence[]> {
    return this.presenceStore.changedAfter(realmId, updateId);
  }

  find(realmId: number, userId: number): Promise<StoredPresence | undefined> {
    return this.presenceStore.find(realmId, userId);
  }

  /** The presence as a member of the list: by id, as times; else by address, as statuses. */
  memberOf(
    presence: StoredPresence,
    { email, joinedAt }: PresentPerson,
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

  /** The newest change that there can be; unlimited where all see the same moment. */
  private async clock(realmId: number): Promise<number> {
    const isSnapshot = this.presenceStore === this.presenceRepository && this.database.inSnapshot;
    return isSnapshot ? this.presenceRepository.clock(realmId) : Infinity;
  }
}

/** What others have learned meanwhile may be newer. */
function learn(known: KnownRealm, presence: StoredPresence): void {
  const { userId, updateId } = presence;
  const before = known.presences.get(userId);
  if (before && before.updateId >= updateId) return;
  known.presences.delete(userId);
  known.presences.set(userId, presence);
  known.updateId = Math.max(known.updateId, updateId);
}
