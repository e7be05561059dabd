// Publishes changes of users to exactly the viewers who may see the user, and real email addresses to
// exactly those who may see the address. Every method joins the current transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import {
  canSeeEmail,
  EmailVisibility,
  UserVisibility,
  type Viewer,
  type ViewersByUser,
} from '#modules/users/visibility';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { guestChanged } from '#platform/event-log/event-queues.js';
import { Role } from '#platform/http/actor.js';
import {
  type EmailReaders,
  emailVisibilityChanged,
  type PersonChange,
  pictureChange,
  realmUserEvent,
  userAdded,
  userHidden,
  usersRemoved,
} from './users.events.js';
import { UsersRepository, type UserRow } from './users.repository.js';
import { GRAVATAR } from './users.view.js';

/** People in one row of the event log. */
const MAX_PEOPLE = 200;

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

  async publishCreated(realmId: number, user: UserRow): Promise<void> {
    const readers = await this.emailReaders(realmId, user.emailVisibility);
    const change = { ...userAdded(user, readers), isNew: true };
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
    this.eventLog.append(realmUserEvent(realmId, { op: 'update', person: change }, audience));
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
    const person: PersonChange = { user_id, delivery_email };
    this.eventLog.append(
      realmUserEvent(realmId, { op: 'update', person }, readersIn(audience, readers, user)),
    );
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
    const readers = await this.emailReadersBy(realmId, [
      ...before.values(),
      ...users.map((user) => user.emailVisibility),
    ]);
    const { Everyone } = EmailVisibility;
    for (const user of users) {
      const [was, is] = [before.get(user.id)!, user.emailVisibility];
      const change = emailVisibilityChanged(user, readers.get(was), readers.get(is));
      const audience = await this.audienceFor(realmId, user.id);
      this.eventLog.append(realmUserEvent(realmId, change, audience));
      if (was === Everyone || is === Everyone) {
        await this.publish(realmId, { user_id: user.id, new_email: user.email });
      }
    }
  }

  /** Publishes to a viewer whose role changed the addresses that became visible or hidden. */
  async publishRestrictedEmails(before: Viewer, after: Viewer): Promise<void> {
    const { realmId, userId } = after;
    const viewer = Audience.users([userId]);
    for (const user of await this.usersRepository.findWithRestrictedEmail(realmId)) {
      const isVisible = canSeeEmail(after, user);
      if (isVisible === canSeeEmail(before, user)) continue;
      const delivery_email = isVisible ? user.deliveryEmail : null;
      const person = { user_id: user.id, delivery_email };
      this.eventLog.append(realmUserEvent(realmId, { op: 'update', person }, viewer));
      if (isVisible || user.avatarSource !== GRAVATAR) continue;
      const picture = { op: 'update' as const, person: pictureChange(user) };
      this.eventLog.append(realmUserEvent(realmId, picture, viewer));
    }
  }

  async becomeVisible(realmId: number, viewers: ViewersByUser): Promise<void> {
    if (viewers.size === 0) return;
    const users = await this.usersRepository.findSome(realmId, [...viewers.keys()]);
    const readers = await this.emailReadersBy(
      realmId,
      users.map((user) => user.emailVisibility),
    );
    for (const user of users) {
      const change = userAdded(user, readers.get(user.emailVisibility));
      const audience = Audience.users(viewers.get(user.id)!);
      this.eventLog.append(realmUserEvent(realmId, change, audience));
    }
  }

  async hide(realmId: number, viewers: ViewersByUser): Promise<void> {
    if (viewers.size === 0) return;
    const users = await this.usersRepository.findSome(realmId, [...viewers.keys()]);
    const host = await this.realmsService.host(realmId);
    for (const [viewerIds, hidden] of byViewers(users, viewers)) {
      for (let start = 0; start < hidden.length; start += MAX_PEOPLE) {
        const change = usersRemoved(hidden.slice(start, start + MAX_PEOPLE), host);
        this.eventLog.append(realmUserEvent(realmId, change, Audience.users(viewerIds)));
      }
    }
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

  private async emailReadersBy(
    realmId: number,
    visibilities: EmailVisibility[],
  ): Promise<ReadonlyMap<EmailVisibility, EmailReaders | undefined>> {
    const readers = new Map<EmailVisibility, EmailReaders | undefined>();
    for (const visibility of new Set(visibilities)) {
      readers.set(visibility, await this.emailReaders(realmId, visibility));
    }
    return readers;
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

/** The users with the same viewers together. */
function byViewers(users: UserRow[], viewers: ViewersByUser): Iterable<[number[], UserRow[]]> {
  const groups = new Map<string, [number[], UserRow[]]>();
  for (const user of users) {
    const viewerIds = viewers.get(user.id)!;
    const key = viewerIds.join();
    const group = groups.get(key);
    if (group) group[1].push(user);
    else groups.set(key, [viewerIds, [user]]);
  }
  return groups.values();
}
