// Whom and which addresses somebody may see in a role, and the events that lead from one such view to
// another. Everything joins the present transaction.
import { Injectable } from '@nestjs/common';
import { Role } from '#platform/http/actor.js';
import { type KnownIds, KnownUsers } from './known-users.access.js';
import { KnownUsersRepository } from './known-users.repository.js';
import { type Observers, UserEvents } from './user-events.service.js';
import { UsersRepository } from './users.repository.js';
import { mayObserve } from './users.view.js';

export interface PersonObserving {
  realmId: number;
  userId: number;
  role: Role;
}

/** By user, who has come to know of them, and who may not know of them any more. */
export interface SightChanges {
  gained: Observers;
  lost: Observers;
}

interface ChangedSight {
  observerId: number;
  before: KnownIds;
  after: KnownIds;
}

@Injectable()
export class PeopleSights {
  constructor(
    private readonly usersRepository: UsersRepository,
    private readonly knownUsersRepository: KnownUsersRepository,
    private readonly knownUsers: KnownUsers,
    private readonly userEvents: UserEvents,
  ) {}

  /** Undefined means everybody. */
  of(observer: PersonObserving): Promise<KnownIds> {
    return this.knownUsers.to(observer);
  }

  /** Shows and hides whom the observer meets now and did not meet before, and the other way round. */
  async tell(
    { realmId, userId: observerId }: PersonObserving,
    before: KnownIds,
    after: KnownIds,
  ): Promise<SightChanges> {
    return this.tellOfChanges(realmId, [{ observerId, before, after }]);
  }

  /**
   * Whom the guests among the people and in the channels may know of, before somebody meets somebody.
   * Empty where all know everybody.
   */
  async ofGuests(
    realmId: number,
    userIds: number[],
    streamIds: number[] = [],
  ): Promise<ReadonlyMap<number, KnownIds>> {
    const sights = new Map<number, KnownIds>();
    for (const userId of await this.knownUsers.limitedGuests(realmId, userIds, streamIds)) {
      sights.set(userId, await this.of({ realmId, userId, role: Role.Guest }));
    }
    return sights;
  }

  /** Tells these guests whom they may know of since then, and whom no longer. */
  async tellGuests(realmId: number, sights: ReadonlyMap<number, KnownIds>): Promise<SightChanges> {
    const changes: ChangedSight[] = [];
    for (const [observerId, before] of sights) {
      const after = await this.of({ realmId, userId: observerId, role: Role.Guest });
      changes.push({ observerId, before, after });
    }
    return this.tellOfChanges(realmId, changes);
  }

  /** All guests know everybody from now on, or only those whom they meet. */
  async tellAllGuests(realmId: number, knowEverybody: boolean): Promise<SightChanges> {
    const changes: ChangedSight[] = [];
    for (const observerId of await this.knownUsersRepository.guestIds(realmId)) {
      const met = new Set(await this.knownUsersRepository.idsKnownTo(realmId, observerId));
      changes.push(
        knowEverybody
          ? { observerId, before: met, after: undefined }
          : { observerId, before: undefined, after: met },
      );
    }
    return this.tellOfChanges(realmId, changes);
  }

  /** Tells which addresses the observer may see after the change, and which no longer. */
  async tellOfAddresses(before: PersonObserving, after: PersonObserving): Promise<void> {
    const { realmId, userId } = after;
    const ids = await this.knownUsersRepository.reservedIds(realmId);
    for (const user of await this.usersRepository.findSome(realmId, ids)) {
      const sees = mayObserve(after, user);
      if (sees !== mayObserve(before, user))
        this.userEvents.tellOfSight(realmId, user, userId, sees);
    }
  }

  private async tellOfChanges(realmId: number, changes: ChangedSight[]): Promise<SightChanges> {
    const [gained, lost] = [new Map<number, number[]>(), new Map<number, number[]>()];
    const isWhole = changes.some(({ before, after }) => before !== after && !(before && after));
    const all = isWhole ? (await this.usersRepository.findAll(realmId)).map(({ id }) => id) : [];
    for (const { observerId, before, after } of changes) {
      if (before) note(gained, observerId, without(after ?? all, before));
      if (after) note(lost, observerId, without(before ?? all, after));
    }
    const shown = await this.usersRepository.findSome(realmId, [...gained.keys()]);
    await this.userEvents.reveal(realmId, shown, gained);
    const hidden = await this.usersRepository.findSome(realmId, [...lost.keys()]);
    await this.userEvents.conceal(realmId, hidden, lost);
    return { gained, lost };
  }
}

function without(ids: Iterable<number>, known: ReadonlySet<number>): number[] {
  return [...ids].filter((id) => !known.has(id));
}

function note(observers: Map<number, number[]>, observerId: number, userIds: number[]): void {
  for (const userId of userIds) {
    const known = observers.get(userId);
    if (known) known.push(observerId);
    else observers.set(userId, [observerId]);
  }
}
