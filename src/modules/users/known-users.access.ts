// Whom somebody may know of. That is everybody, unless the organization lets only its members know
// all users: then guests know of those whom they meet in channels and direct messages, and of bots.
import { Injectable } from '@nestjs/common';
import { RealmPermissions } from '#modules/realms/realm-permissions.access.js';
import { Role } from '#platform/http/actor.js';
import { KnownUsersRepository } from './known-users.repository.js';

interface Observer {
  realmId: number;
  userId: number;
  role: Role;
}

/** Undefined means everybody. */
export type KnownIds = ReadonlySet<number> | undefined;

@Injectable()
export class KnownUsers {
  constructor(
    private readonly repository: KnownUsersRepository,
    private readonly permissions: RealmPermissions,
  ) {}

  async to(observer: Observer): Promise<KnownIds> {
    if (await this.isUnlimited(observer)) return undefined;
    return new Set(await this.repository.idsKnownTo(observer.realmId, observer.userId));
  }

  async isKnown(observer: Observer, userId: number): Promise<boolean> {
    const known = await this.to(observer);
    return known === undefined || known.has(userId);
  }

  /** The guests who may know of the user, when not all of them may. */
  async guestsWhoKnow(realmId: number, userId: number): Promise<number[] | undefined> {
    if (await this.isUnlimited({ realmId, userId: 0, role: Role.Guest })) return undefined;
    return this.repository.guestsWhoKnow(realmId, userId);
  }

  private async isUnlimited(observer: Observer): Promise<boolean> {
    if (observer.role !== Role.Guest) return true;
    return this.permissions.holds(observer, 'can_access_all_users_group');
  }
}
