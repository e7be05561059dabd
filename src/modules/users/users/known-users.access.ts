// Whom somebody may know of. That is everybody, unless the organization lets only its members know
// all users: then guests know of those whom they meet in channels and direct messages, and of bots.
import { Injectable } from '@nestjs/common';
import { GroupMembership, type GroupSettingValue } from '#modules/groups/groups';
import { RealmsService } from '#modules/realms/realms';
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
    private readonly knownUsersRepository: KnownUsersRepository,
    private readonly realmsService: RealmsService,
    private readonly groupMembership: GroupMembership,
  ) {}

  async to(observer: Observer): Promise<KnownIds> {
    if (await this.isUnlimited(observer)) return undefined;
    return new Set(await this.knownUsersRepository.idsKnownTo(observer.realmId, observer.userId));
  }

  async isKnown(observer: Observer, userId: number): Promise<boolean> {
    const known = await this.to(observer);
    return known === undefined || known.has(userId);
  }

  /** Those of the people whom the observer may know of. */
  async among<Person extends { id: number }>(
    observer: Observer,
    people: Person[],
  ): Promise<Person[]> {
    if (people.length === 0) return people;
    const known = await this.to(observer);
    return known === undefined ? people : people.filter(({ id }) => known.has(id));
  }

  /** The guests who may know of the user, when not all of them may. */
  async guestsWhoKnow(realmId: number, userId: number): Promise<number[] | undefined> {
    if (await this.isOpen(realmId)) return undefined;
    return this.knownUsersRepository.guestsWhoKnow(realmId, userId);
  }

  /** The active guests among the people and in the channels, where guests do not know everybody. */
  async limitedGuests(realmId: number, userIds: number[], streamIds: number[]): Promise<number[]> {
    if (await this.isOpen(realmId)) return [];
    return this.knownUsersRepository.guestsAround(realmId, userIds, streamIds);
  }

  /** Those of the people who are guests and may not know of the user. */
  async strangersAmong(realmId: number, userIds: number[], userId: number): Promise<number[]> {
    const guests = await this.limitedGuests(realmId, userIds, []);
    if (guests.length === 0) return [];
    const knowing = new Set(await this.knownUsersRepository.guestsWhoKnow(realmId, userId));
    return guests.filter((id) => !knowing.has(id));
  }

  private async isUnlimited(observer: Observer): Promise<boolean> {
    return observer.role !== Role.Guest || (await this.isOpen(observer.realmId));
  }

  private async isOpen(realmId: number): Promise<boolean> {
    const { can_access_all_users_group: holder } = await this.realmsService.settings(realmId);
    return this.isOpenWith(realmId, holder);
  }

  /** The permission is given to everybody or to all members, and to no others. */
  async isOpenWith(realmId: number, holder: GroupSettingValue): Promise<boolean> {
    const { 'role:members': members } = await this.groupMembership.systemGroupIds(realmId);
    return holder !== members;
  }
}
