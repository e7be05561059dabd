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
    private readonly known: KnownUsers,
    private readonly people: PeopleSights,
    private readonly statuses: UserStatuses,
    private readonly presence: PresenceDisclosure,
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
    return this.people.ofGuests(realmId, userIds, streamIds);
  }

  /** Tells these guests whom they may know of since then, and whom no longer. */
  async tellGuests(realmId: number, before: ReadonlyMap<number, KnownIds>): Promise<void> {
    if (before.size === 0) return;
    await this.follow(realmId, await this.people.tellGuests(realmId, before));
  }

  /** Undefined means everybody. */
  sightOf(observer: PersonObserving): Promise<KnownIds> {
    return this.people.of(observer);
  }

  /** Of somebody whose role changed, who knew of those people before. */
  async tellOfRole(
    before: PersonObserving,
    after: PersonObserving,
    known: KnownIds,
  ): Promise<void> {
    const sight = await this.people.of(after);
    await this.follow(after.realmId, await this.people.tell(after, known, sight));
    await this.people.tellOfAddresses(before, after);
  }

  /** The organization lets others know all users than before: guests too, or only members. */
  async tellOfOpenness(
    realmId: number,
    before: GroupSettingValue,
    after: GroupSettingValue,
  ): Promise<void> {
    const wasOpen = await this.known.isOpenWith(realmId, before);
    const isOpen = await this.known.isOpenWith(realmId, after);
    if (wasOpen === isOpen) return;
    await this.follow(realmId, await this.people.tellAllGuests(realmId, isOpen));
  }

  private async follow(realmId: number, changes: SightChanges): Promise<void> {
    await this.statuses.follow(realmId, changes);
    await this.presence.reveal(realmId, changes.gained);
  }
}
