// Changes of single things about a user: each checks what the value must be and tells those who may
// know of it. Whether the actor may make the change, and what else follows from it, is up to the
// caller. Everything joins the present transaction.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import { Role } from '#platform/http/actor.js';
import { placeholderEmail } from '#modules/users/visibility';
import { UserChangesRepository } from './user-changes.repository.js';
import { UserEvents } from './user-events.service.js';
import { checkedFullName } from './user-rules.js';
import { credentialsEvent } from './users.events.js';
import { UsersRepository } from './users.repository.js';
import type { ProfileData, UserRow } from './users.view.js';

@Injectable()
export class UserChanges {
  constructor(
    private readonly userChangesRepository: UserChangesRepository,
    private readonly usersRepository: UsersRepository,
    private readonly userEvents: UserEvents,
    private readonly realmsService: RealmsService,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /** The user as they are now; nobody else changes them until the end of the transaction. */
  async lock(realmId: number, id: number): Promise<UserRow> {
    await this.userChangesRepository.lock(realmId, [id]);
    return this.get(realmId, id);
  }

  async get(realmId: number, id: number): Promise<UserRow> {
    const user = await this.usersRepository.findById(realmId, id);
    if (!user) throw new Error(`User ${id} is not in realm ${realmId}`);
    return user;
  }

  /** The active people who own the realm, who stay so until the end of the transaction. */
  lockOwners(realmId: number): Promise<number[]> {
    return this.userChangesRepository.lockOwners(realmId);
  }

  lockActiveBotsOf(userId: number): Promise<number[]> {
    return this.userChangesRepository.lockActiveBotsOf(userId);
  }

  /** Returns whether the name is another one now. */
  async rename(realmId: number, user: UserRow, given: string): Promise<boolean> {
    const fullName = checkedFullName(given);
    if (fullName === user.full_name) return false;
    await this.checkNameIsFree(realmId, { id: user.id, full_name: fullName });
    await this.userChangesRepository.setFullName(user.id, fullName);
    await this.userEvents.publish(realmId, { user_id: user.id, full_name: fullName });
    return true;
  }

  /** Throws when another active user has the name, where names are unique. */
  async checkNameIsFree(
    realmId: number,
    { id, full_name: name }: Pick<UserRow, 'id' | 'full_name'>,
  ): Promise<void> {
    const { require_unique_names: areUnique } = await this.realmsService.settings(realmId);
    if (areUnique && (await this.usersRepository.isNameTaken(realmId, name, id))) {
      throw ApiError.badRequest('There is already a user with this name');
    }
  }

  async setRole(realmId: number, { id, role: before }: UserRow, role: Role): Promise<void> {
    const wasGuest = before === Role.Guest;
    // First, since whom the events after it are for is found by the new role.
    if (wasGuest !== (role === Role.Guest))
      this.userEvents.publishGuestChange(realmId, id, wasGuest);
    await this.userChangesRepository.setRole(id, role);
    await this.userEvents.publish(realmId, { user_id: id, role });
  }

  /** Opens the account or closes it, for every process within moments. */
  async setActive(realmId: number, id: number, isActive: boolean): Promise<void> {
    await this.userChangesRepository.setActive(id, isActive);
    await this.userEvents.publish(realmId, { user_id: id, is_active: isActive });
    await this.userEvents.publishToHiddenFrom(realmId, await this.get(realmId, id));
    this.tellOfCredentials(realmId, id);
  }

  async setBotOwner(realmId: number, botId: number, ownerId: number): Promise<void> {
    await this.userChangesRepository.setBotOwner(botId, ownerId);
    await this.userEvents.publish(realmId, { user_id: botId, bot_owner_id: ownerId });
  }

  /**
   * Takes away the name, the address and what the user told of themselves. The account stays closed
   * for good.
   */
  async anonymize(realmId: number, user: UserRow): Promise<void> {
    const fullName = `Deleted user ${user.id}`;
    const email = placeholderEmail(user.id, await this.realmsService.host(realmId));
    await this.userChangesRepository.markDeleted(user.id, fullName, email);
    await this.userEvents.publish(realmId, { user_id: user.id, full_name: fullName });
    for (const id of Object.keys(user.profile_data)) {
      await this.userEvents.publish(realmId, {
        user_id: user.id,
        custom_profile_field: { id: Number(id), value: null },
      });
    }
    if (user.timezone !== '') {
      await this.userEvents.publish(realmId, { user_id: user.id, timezone: '', email: user.email });
    }
    await this.userEvents.publishEmail(realmId, await this.get(realmId, user.id));
  }

  /** By the id of the field; null takes the value away. Only what changes is told. */
  async setProfileData(
    realmId: number,
    user: UserRow,
    values: ReadonlyMap<number, ProfileData[string] | null>,
  ): Promise<void> {
    const changed = [...values].filter(
      ([id, value]) => user.profile_data[id]?.value !== value?.value,
    );
    if (changed.length === 0) return;
    await this.userChangesRepository.setProfileData(user.id, Object.fromEntries(changed));
    for (const [id, value] of changed) {
      await this.userEvents.publish(realmId, {
        user_id: user.id,
        custom_profile_field: { id, ...(value ?? { value: null }) },
      });
    }
  }

  /** Those of the realm who filled in the field, each with the value. */
  profileValues(realmId: number, fieldId: number): Promise<{ id: number; value: string }[]> {
    return this.userChangesRepository.findProfileValues(realmId, fieldId);
  }

  /** Takes the values of a field away from these people. */
  async clearProfileField(realmId: number, userIds: number[], fieldId: number): Promise<void> {
    if (userIds.length === 0) return;
    await this.userChangesRepository.clearProfileField(realmId, userIds, fieldId);
    for (const user_id of userIds) {
      const custom_profile_field = { id: fieldId, value: null };
      await this.userEvents.publish(realmId, { user_id, custom_profile_field });
    }
  }

  /** Of an account that somebody else made: its owner joins only now. */
  async recordLogin(realmId: number, id: number): Promise<void> {
    const first = await this.userChangesRepository.noteFirstLogin(id, this.clock.now());
    if (!first) return;
    const user = await this.usersRepository.findById(realmId, id);
    await this.userEvents.publish(realmId, { user_id: id, date_joined: user!.date_joined });
    await this.userEvents.publishToHiddenFrom(realmId, user!);
    if (first.wasStub)
      await this.userEvents.publish(realmId, { user_id: id, is_imported_stub: false });
  }

  private tellOfCredentials(realmId: number, userId: number): void {
    this.eventLog.append(credentialsEvent(realmId, { userId }, Audience.internal()));
  }
}
