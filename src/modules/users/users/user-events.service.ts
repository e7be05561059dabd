// Publishes changes of users to exactly the viewers who may see the user, and real email addresses to
// exactly those who may see the address. Every method joins the current transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import {
  canSeeEmail,
  EmailVisibility,
  UserVisibility,
  type Viewer,
  type VisibleUsers,
} from '#modules/users/visibility';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { guestChanged } from '#platform/event-log/event-queues.js';
import { inRows } from '#platform/event-log/event-rows.js';
import { Role } from '#platform/http/actor.js';
import { TimeSlices } from '#platform/time-slices.js';
import {
  type EmailReaders,
  emailVisibilityChanged,
  type PersonChange,
  pictureChange,
  realmUserEvent,
  userHidden,
  usersAdded,
  usersRemoved,
} from './users.events.js';
import { UsersRepository, type UserRow } from './users.repository.js';
import { GRAVATAR } from './users.view.js';

@Injectable()
export class UserEvents {
  constructor(
    private readonly usersRepository: UsersRepository,
    private readonly userVisibility: UserVisibility,
    private readonly realmsService: RealmsService,
    private readonly eventLog: EventLog,
  ) {}

  /** The viewers who may see the user. */
  async audienceFor(realmId: number, userId: number): Promise<Audience> {
    const guests = await this.userVisibility.guestsWithAccess(realmId, userId);
    return guests === undefined ? Audience.realm() : Audience.nonGuests(guests);
  }

  /** For a list of events with one event for each of these users. */
  audienceForEach(realmId: number, userIds: number[]): Promise<Audience> {
    return this.userVisibility.audienceOfEach(realmId, userIds);
  }

  async publishCreated(realmId: number, user: UserRow): Promise<void> {
    const readers = await this.emailReaders(realmId, user.emailVisibility);
    const change = { ...usersAdded([user], readers), isNew: true };
    const audience = await this.audienceFor(realmId, user.id);
    this.eventLog.append(realmUserEvent(realmId, change, audience));
    await this.publishToHiddenFrom(realmId, user);
  }

  /** For clients that need an entry for every user, including those hidden from the viewer. */
  async publishToHiddenFrom(realmId: number, user: UserRow): Promise<void> {
    const guests = await this.userVisibility.guestsWithoutAccess(realmId, user.id);
    if (guests.length === 0) return;
    const change = userHidden(user, await this.realmsService.host(realmId));
    this.eventLog.append(realmUserEvent(realmId, change, Audience.users(guests)));
  }

  async publish(realmId: number, change: PersonChange): Promise<void> {
    const audience = await this.audienceFor(realmId, change.user_id);
    this.append(realmId, [change], audience);
  }

  /** Publishes changes of many users. */
  async publishEach(realmId: number, changes: PersonChange[]): Promise<void> {
    for (const some of inRows(changes)) {
      const audience = await this.audienceForEach(
        realmId,
        some.map(({ user_id: id }) => id),
      );
      this.append(realmId, some, audience);
    }
  }

  /** Makes the event queues of the user follow a change to or from the guest role. */
  publishGuestChange(realmId: number, userId: number, wasGuest: boolean): void {
    this.eventLog.append(guestChanged(realmId, { userId, wasGuest }, Audience.internal()));
  }

  /** Publishes a new real address, and the shown address and picture that follow from it. */
  async publishEmail(realmId: number, user: UserRow): Promise<void> {
    const { id: user_id, deliveryEmail: delivery_email, email } = user;
    const audience = await this.audienceFor(realmId, user_id);
    const readers = await this.emailReaders(realmId, user.emailVisibility);
    this.append(realmId, [{ user_id, delivery_email }], readersIn(audience, readers, user));
    if (user.emailVisibility === EmailVisibility.Everyone) {
      await this.publish(realmId, { user_id, new_email: email });
    }
    await this.publish(realmId, pictureChange(user));
  }

  /** `before` holds the former visibility of each user's address. */
  async publishEmailVisibility(
    realmId: number,
    users: UserRow[],
    before: ReadonlyMap<number, EmailVisibility>,
  ): Promise<void> {
    for (const group of groupsBy(users, (user) => before.get(user.id)!)) {
      const was = before.get(group[0]!.id)!;
      const is = group[0]!.emailVisibility;
      const readers = [await this.emailReaders(realmId, was), await this.emailReaders(realmId, is)];
      for (const some of inRows(group)) {
        const change = emailVisibilityChanged(some, was, readers);
        const audience = await this.audienceForEach(realmId, idsOf(some));
        this.eventLog.append(realmUserEvent(realmId, change, audience));
      }
    }
  }

  /**
   * Publishes to a viewer whose role changed the addresses that became visible or hidden, of users who are
   * visible to the viewer.
   */
  async publishRestrictedEmails(before: Viewer, after: Viewer): Promise<void> {
    const { realmId, userId } = after;
    const changes: PersonChange[] = [];
    const restricted = await this.usersRepository.findWithRestrictedEmail(realmId);
    for (const user of await this.userVisibility.filterAccessible(after, restricted)) {
      const isVisible = canSeeEmail(after, user);
      if (isVisible === canSeeEmail(before, user)) continue;
      changes.push({ user_id: user.id, delivery_email: isVisible ? user.deliveryEmail : null });
      if (!isVisible && user.avatarSource === GRAVATAR) changes.push(pictureChange(user));
    }
    for (const some of inRows(changes)) this.append(realmId, some, Audience.users([userId]));
  }

  async becomeVisible(realmId: number, shown: VisibleUsers): Promise<void> {
    const users = await this.findIn(realmId, shown);
    const slices = new TimeSlices();
    for (const group of groupsBy(users, (user) => user.emailVisibility)) {
      const readers = await this.emailReaders(realmId, group[0]!.emailVisibility);
      for (const some of inRows(group)) {
        if (slices.isOver) await slices.next();
        const audience = shown.audienceOf(idsOf(some));
        this.eventLog.append(realmUserEvent(realmId, usersAdded(some, readers), audience));
      }
    }
  }

  async hide(realmId: number, hidden: VisibleUsers): Promise<void> {
    const users = await this.findIn(realmId, hidden);
    const host = await this.realmsService.host(realmId);
    const slices = new TimeSlices();
    for (const some of inRows(users)) {
      if (slices.isOver) await slices.next();
      const audience = hidden.audienceOf(idsOf(some));
      this.eventLog.append(realmUserEvent(realmId, usersRemoved(some, host), audience));
    }
  }

  private append(realmId: number, people: PersonChange[], audience: Audience): void {
    this.eventLog.append(realmUserEvent(realmId, { op: 'update', people }, audience));
  }

  private async findIn(realmId: number, visible: VisibleUsers): Promise<UserRow[]> {
    const ids = visible.userIds();
    return ids.length === 0 ? [] : this.usersRepository.findSome(realmId, ids);
  }

  /** The users who may see an address, except its owner; undefined means all. */
  private async emailReaders(
    realmId: number,
    visibility: EmailVisibility,
  ): Promise<EmailReaders | undefined> {
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
}

/** The part of an audience that may see the address of `owner`, the owner included. */
function readersIn(all: Audience, readers: EmailReaders | undefined, owner: UserRow): Audience {
  if (readers === undefined) return all;
  if (readers === 'non-guests') {
    return Audience.nonGuests(owner.role === Role.Guest ? [owner.id] : []);
  }
  return Audience.users([...new Set([...readers, owner.id])]);
}

function idsOf(users: UserRow[]): number[] {
  return users.map(({ id }) => id);
}

function groupsBy(users: UserRow[], keyOf: (user: UserRow) => EmailVisibility): UserRow[][] {
  const keys = new Set(users.map(keyOf));
  return [...keys].map((key) => users.filter((user) => keyOf(user) === key));
}
