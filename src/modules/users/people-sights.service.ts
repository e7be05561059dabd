// Whom and which addresses somebody may see in a role, and the events that lead from one such view to
// another. Everything joins the present transaction.
import { Injectable } from '@nestjs/common';
import { Role } from '#platform/http/actor.js';
import { type KnownIds, KnownUsers } from './known-users.access.js';
import { KnownUsersRepository } from './known-users.repository.js';
import { UserEvents } from './user-events.service.js';
import { UsersRepository } from './users.repository.js';
import { mayObserve } from './users.view.js';

interface Observer {
  realmId: number;
  userId: number;
  role: Role;
}

@Injectable()
export class PeopleSights {
  constructor(
    private readonly users: UsersRepository,
    private readonly repository: KnownUsersRepository,
    private readonly known: KnownUsers,
    private readonly events: UserEvents,
  ) {}

  /** Undefined means everybody. */
  of(observer: Observer): Promise<KnownIds> {
    return this.known.to(observer);
  }

  /** Shows and hides whom the observer meets now and did not meet before, and the other way round. */
  async tell({ realmId, userId }: Observer, before: KnownIds, after: KnownIds): Promise<void> {
    if (before === after) return;
    const all = await this.users.findAll(realmId);
    const isNew = (id: number): boolean => before?.has(id) === false && after?.has(id) !== false;
    const isGone = (id: number): boolean => after?.has(id) === false && before?.has(id) !== false;
    const gained = all.filter(({ id }) => isNew(id));
    const lost = all.filter(({ id }) => isGone(id));
    await this.events.reveal(realmId, gained, userId);
    this.events.conceal(realmId, lost, userId);
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
    for (const userId of await this.known.limitedGuests(realmId, userIds, streamIds)) {
      sights.set(userId, await this.of({ realmId, userId, role: Role.Guest }));
    }
    return sights;
  }

  /** Tells these guests whom they may know of since then, and whom no longer. */
  async tellGuests(realmId: number, before: ReadonlyMap<number, KnownIds>): Promise<void> {
    for (const [userId, sight] of before) {
      const guest = { realmId, userId, role: Role.Guest };
      await this.tell(guest, sight, await this.of(guest));
    }
  }

  /** Tells which addresses the observer may see after the change, and which no longer. */
  async tellOfAddresses(before: Observer, after: Observer): Promise<void> {
    const { realmId, userId } = after;
    const ids = await this.repository.reservedIds(realmId);
    for (const user of await this.users.findSome(realmId, ids)) {
      const sees = mayObserve(after, user);
      if (sees !== mayObserve(before, user)) this.events.tellOfSight(realmId, user, userId, sees);
    }
  }
}
