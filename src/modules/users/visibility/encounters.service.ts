// What follows when people come to know of one another or lose sight of one another: clients are told
// of the people, of what they say they are up to, and of their presence. Everything joins the present
// transaction.
import { Injectable } from '@nestjs/common';
import type { GroupSettingValue } from '#modules/groups/groups';
import { PresenceDisclosure } from '#modules/users/presence';
import { UserStatuses } from '#modules/users/status';
import {
  type KnownIds,
  KnownUsers,
  PeopleSights,
  type PersonObserving,
  type SightChanges,
} from '#modules/users/users';

@Injectable()
export class Encounters {
  constructor(
    private readonly knownUsers: KnownUsers,
    private readonly peopleSights: PeopleSights,
    private readonly userStatuses: UserStatuses,
    private readonly presenceDisclosure: PresenceDisclosure,
  ) {}

  /**
   * Whom the guests among the people and in the channels may know of, before somebody meets somebody.
   * Empty where all know everybody.
   */
  before(
    realmId: number,
    userIds: number[],
    streamIds: number[] = [],
  ): Promise<ReadonlyMap<number, KnownIds>> {
    return this.peopleSights.ofGuests(realmId, userIds, streamIds);
  }

  /** Tells these guests whom they may know of since then, and whom no longer. */
  async tellGuests(realmId: number, before: ReadonlyMap<number, KnownIds>): Promise<void> {
    if (before.size === 0) return;
    await this.follow(realmId, await this.peopleSights.tellGuests(realmId, before));
  }

  /** Undefined means everybody. */
  sightOf(observer: PersonObserving): Promise<KnownIds> {
    return this.peopleSights.of(observer);
  }

  /** Of somebody whose role changed, who knew of those people before. */
  async tellOfRole(
    before: PersonObserving,
    after: PersonObserving,
    known: KnownIds,
  ): Promise<void> {
    const sight = await this.peopleSights.of(after);
    await this.follow(after.realmId, await this.peopleSights.tell(after, known, sight));
    await this.peopleSights.tellOfAddresses(before, after);
  }

  /** The organization lets others know all users than before: guests too, or only members. */
  async tellOfOpenness(
    realmId: number,
    before: GroupSettingValue,
    after: GroupSettingValue,
  ): Promise<void> {
    const wasOpen = await this.knownUsers.isOpenWith(realmId, before);
    const isOpen = await this.knownUsers.isOpenWith(realmId, after);
    if (wasOpen === isOpen) return;
    await this.follow(realmId, await this.peopleSights.tellAllGuests(realmId, isOpen));
  }

  private async follow(realmId: number, changes: SightChanges): Promise<void> {
    await this.userStatuses.follow(realmId, changes);
    await this.presenceDisclosure.reveal(realmId, changes.gained);
  }
}
