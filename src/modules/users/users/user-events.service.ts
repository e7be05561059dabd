// Tells of changes of users exactly those who may know of the user, and of real addresses exactly
// those who may see them. Everything joins the present transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { guestChanged } from '#platform/event-log/event-queues.js';
import { Role } from '#platform/http/actor.js';
import { EmailVisibility } from './email-visibility.js';
import { KnownUsers } from './known-users.access.js';
import { KnownUsersRepository } from './known-users.repository.js';
import {
  addressDisclosed,
  type AddressReaders,
  type PersonChange,
  pictureChange,
  realmUserEvent,
  strangerAdded,
  userAdded,
  userRemoved,
} from './users.events.js';
import { UsersRepository } from './users.repository.js';
import { GRAVATAR, type UserRow } from './users.view.js';

/** By the id of a user, those who see the user differently than before. */
export type Observers = ReadonlyMap<number, number[]>;

@Injectable()
export class UserEvents {
  constructor(
    private readonly knownUsersRepository: KnownUsersRepository,
    private readonly usersRepository: UsersRepository,
    private readonly knownUsers: KnownUsers,
    private readonly realmsService: RealmsService,
    private readonly eventLog: EventLog,
  ) {}

  /** Everybody who may know of the user. */
  async audienceOf(realmId: number, userId: number): Promise<Audience> {
    const guests = await this.knownUsers.guestsWhoKnow(realmId, userId);
    return guests === undefined ? Audience.realm() : Audience.nonGuests(guests);
  }

  /** Tells of a new user. */
  async announce(realmId: number, user: UserRow): Promise<void> {
    const readers = await this.addressReaders(realmId, user.email_visibility);
    const change = { ...userAdded(user, readers), isNew: true };
    this.eventLog.append(realmUserEvent(realmId, change, await this.audienceOf(realmId, user.id)));
    await this.tellStrangers(realmId, user);
  }

  /** Tells the clients of guests who may not know of the user, if they have to know of everybody. */
  async tellStrangers(realmId: number, user: UserRow): Promise<void> {
    const knowing = await this.knownUsers.guestsWhoKnow(realmId, user.id);
    if (knowing === undefined) return;
    const known = new Set(knowing);
    const strangers = (await this.knownUsersRepository.guestIds(realmId)).filter(
      (id) => !known.has(id),
    );
    if (strangers.length === 0) return;
    const change = strangerAdded(user, await this.realmsService.host(realmId));
    this.eventLog.append(realmUserEvent(realmId, change, Audience.users(strangers)));
  }

  /** Tells everybody who may know of the user the same. */
  async tell(realmId: number, change: PersonChange): Promise<void> {
    const audience = await this.audienceOf(realmId, change.user_id);
    this.eventLog.append(realmUserEvent(realmId, { op: 'update', person: change }, audience));
  }

  tellQueuesOfGuest(realmId: number, userId: number, wasGuest: boolean): void {
    this.eventLog.append(guestChanged(realmId, { userId, wasGuest }, Audience.internal()));
  }

  tellPeople(realmId: number, change: PersonChange, userIds: number[]): void {
    if (userIds.length === 0) return;
    this.eventLog.append(
      realmUserEvent(realmId, { op: 'update', person: change }, Audience.users(userIds)),
    );
  }

  /** Tells of the new real address, of what follows from it, and nobody else. */
  async tellOfAddress(realmId: number, user: UserRow): Promise<void> {
    const { id: user_id, delivery_email, email } = user;
    const audience = await this.audienceOf(realmId, user_id);
    const readers = await this.addressReaders(realmId, user.email_visibility);
    const person: PersonChange = { user_id, delivery_email };
    this.eventLog.append(
      realmUserEvent(realmId, { op: 'update', person }, seeing(audience, readers, user)),
    );
    if (user.email_visibility === EmailVisibility.Everyone) {
      await this.tell(realmId, { user_id, new_email: email });
    }
    await this.tellOfPicture(realmId, user);
  }

  /** Tells of other visibilities of addresses: of what the API shows, and whoever it concerns. */
  async tellOfVisibility(
    realmId: number,
    users: UserRow[],
    before: ReadonlyMap<number, EmailVisibility>,
  ): Promise<void> {
    const readers = await this.readersOf(realmId, [
      ...before.values(),
      ...users.map((user) => user.email_visibility),
    ]);
    const { Everyone } = EmailVisibility;
    for (const user of users) {
      const [was, is] = [before.get(user.id)!, user.email_visibility];
      const change = addressDisclosed(user, readers.get(was), readers.get(is));
      this.eventLog.append(
        realmUserEvent(realmId, change, await this.audienceOf(realmId, user.id)),
      );
      if (was === Everyone || is === Everyone) {
        await this.tell(realmId, { user_id: user.id, new_email: user.email });
      }
    }
  }

  /** Who keeps addresses to some roles, told to somebody whose role changed. */
  tellOfSight(realmId: number, user: UserRow, observerId: number, sees: boolean): void {
    const { id: user_id, delivery_email } = user;
    const address = { user_id, delivery_email: sees ? delivery_email : null };
    this.tellPeople(realmId, address, [observerId]);
    if (!sees && user.avatar_source === GRAVATAR) {
      this.tellPeople(realmId, pictureChange(user), [observerId]);
    }
  }

  async tellOfPicture(realmId: number, user: UserRow): Promise<void> {
    await this.tell(realmId, pictureChange(user));
  }

  /** Shows each of the users to those who meet them now. */
  async reveal(realmId: number, users: UserRow[], observers: Observers): Promise<void> {
    const readers = await this.readersOf(
      realmId,
      users.map((user) => user.email_visibility),
    );
    for (const user of users) {
      const change = userAdded(user, readers.get(user.email_visibility));
      const audience = Audience.users(observers.get(user.id)!);
      this.eventLog.append(realmUserEvent(realmId, change, audience));
    }
  }

  /** Hides each of the users from those who do not meet them any more. */
  async conceal(realmId: number, users: UserRow[], observers: Observers): Promise<void> {
    const host = await this.realmsService.host(realmId);
    for (const user of users) {
      const audience = Audience.users(observers.get(user.id)!);
      this.eventLog.append(realmUserEvent(realmId, userRemoved(user, host), audience));
    }
  }

  /** Besides the owner; undefined means everybody. */
  private async addressReaders(
    realmId: number,
    visibility: EmailVisibility,
  ): Promise<AddressReaders | undefined> {
    switch (visibility) {
      case EmailVisibility.Everyone:
        return undefined;
      case EmailVisibility.Members:
        return 'non-guests';
      case EmailVisibility.Moderators:
        return this.usersRepository.idsWithRole(realmId, Role.Moderator);
      case EmailVisibility.Administrators:
        return this.usersRepository.idsWithRole(realmId, Role.Administrator);
      case EmailVisibility.Nobody:
        return [];
    }
  }

  private async readersOf(
    realmId: number,
    visibilities: EmailVisibility[],
  ): Promise<ReadonlyMap<EmailVisibility, AddressReaders | undefined>> {
    const readers = new Map<EmailVisibility, AddressReaders | undefined>();
    for (const visibility of new Set(visibilities)) {
      readers.set(visibility, await this.addressReaders(realmId, visibility));
    }
    return readers;
  }
}

/** Those in an audience who see the address, its owner among them. */
function seeing(all: Audience, readers: AddressReaders | undefined, owner: UserRow): Audience {
  if (readers === undefined) return all;
  if (readers === 'non-guests') {
    return Audience.nonGuests(owner.role === Role.Guest ? [owner.id] : []);
  }
  return Audience.users([...new Set([...readers, owner.id])]);
}
