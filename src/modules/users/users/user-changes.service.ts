// Changes of single properties of a user: each validates the value, stores it and publishes it to the
// viewers of the user. The caller checks permissions and applies further consequences. Every method joins
// the current transaction.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import { Role } from '#platform/http/actor.js';
import { StoredFiles } from '#platform/storage/stored-files.js';
import { comparableName } from '#platform/names.js';
import { placeholderEmail } from '#modules/users/visibility';
import { UserChangesRepository } from './user-changes.repository.js';
import { UserEvents } from './user-events.service.js';
import { checkedFullName } from './user-rules.js';
import { credentialsEvent, pictureChange } from './users.events.js';
import { UsersRepository, type UserRow, type UserSummary } from './users.repository.js';
import { avatarFiles, GRAVATAR } from './users.view.js';
import type { ProfileData } from './user.entity.js';

@Injectable()
export class UserChanges {
  constructor(
    private readonly userChangesRepository: UserChangesRepository,
    private readonly usersRepository: UsersRepository,
    private readonly userEvents: UserEvents,
    private readonly realmsService: RealmsService,
    private readonly auditLog: AuditLog,
    private readonly storedFiles: StoredFiles,
    private readonly eventLog: EventLog,
    private readonly clock: Clock,
  ) {}

  /** Reads the user, whose row is locked until the transaction ends. */
  async lock(realmId: number, id: number): Promise<UserRow> {
    await this.userChangesRepository.lock(realmId, [id]);
    return this.get(realmId, id);
  }

  async get(realmId: number, id: number): Promise<UserRow> {
    const user = await this.usersRepository.findById(realmId, id);
    if (!user) throw new Error(`User ${id} is not in realm ${realmId}`);
    return user;
  }

  /** Returns the active owners, who are locked until the transaction ends. */
  lockOwners(realmId: number): Promise<number[]> {
    return this.userChangesRepository.lockOwners(realmId);
  }

  lockActiveBotsOf(userId: number): Promise<number[]> {
    return this.userChangesRepository.lockActiveBotsOf(userId);
  }

  /** Returns whether the name changed. */
  async rename(realmId: number, user: UserRow, input: string): Promise<boolean> {
    const fullName = checkedFullName(input);
    if (fullName === user.fullName) return false;
    await this.requireUniqueName(realmId, fullName, user.id);
    await this.userChangesRepository.update(realmId, user.id, { fullName });
    this.auditLog.record(realmId, {
      kind: 'user.renamed',
      targetIds: [user.id],
      before: { full_name: user.fullName },
      after: { full_name: fullName },
      exceptOwn: true,
    });
    await this.userEvents.publish(realmId, { user_id: user.id, full_name: fullName });
    return true;
  }

  /**
   * Throws when another active user has a name that looks the same, in organizations that require
   * unique names.
   */
  async requireUniqueName(realmId: number, fullName: string, exceptId?: number): Promise<void> {
    const { require_unique_names: isRequired } = await this.realmsService.settings(realmId);
    if (!isRequired) return;
    const compared = comparableName(fullName);
    const others = await this.usersRepository.lockNames(realmId, exceptId);
    if (others.some((name) => comparableName(name) === compared)) {
      throw ApiError.badRequest('There is already a user with this name');
    }
  }

  async setRole(realmId: number, { id, role: before }: UserRow, role: Role): Promise<void> {
    const wasGuest = before === Role.Guest;
    // Comes first, because the audiences of later events depend on the new role.
    if (wasGuest !== (role === Role.Guest)) {
      this.userEvents.publishGuestChange(realmId, id, wasGuest);
    }
    await this.userChangesRepository.update(realmId, id, { role });
    this.auditLog.record(realmId, {
      kind: 'user.role_changed',
      targetIds: [id],
      before: { role: before },
      after: { role },
    });
    await this.userEvents.publish(realmId, { user_id: id, role });
  }

  /** Takes effect on every process once the transaction commits. */
  async setActive(realmId: number, id: number, isActive: boolean): Promise<void> {
    await this.userChangesRepository.update(realmId, id, { isActive });
    const kind = isActive ? 'user.reactivated' : 'user.deactivated';
    this.auditLog.record(realmId, { kind, targetIds: [id] });
    await this.userEvents.publish(realmId, { user_id: id, is_active: isActive });
    await this.userEvents.publishToHiddenFrom(realmId, await this.get(realmId, id));
    this.dropCachedCredentials(realmId, id);
  }

  /** The files of an uploaded picture must have been written. The former files are deleted. */
  async setAvatar(
    realmId: number,
    user: UserSummary,
    avatar: Pick<UserSummary, 'avatarSource' | 'avatarPath'>,
  ): Promise<UserSummary> {
    const avatarVersion = user.avatarVersion + 1;
    await this.userChangesRepository.update(realmId, user.id, { ...avatar, avatarVersion });
    if (avatar.avatarPath !== null) await this.storedFiles.adopt(avatarFiles(avatar.avatarPath));
    if (user.avatarPath !== null) await this.storedFiles.release(avatarFiles(user.avatarPath));
    this.auditLog.record(realmId, {
      kind: 'user.avatar_changed',
      targetIds: [user.id],
      before: { avatar_source: user.avatarSource, avatar_version: user.avatarVersion },
      after: { avatar_source: avatar.avatarSource, avatar_version: avatarVersion },
      exceptOwn: true,
    });
    const changed = { ...user, ...avatar, avatarVersion };
    await this.userEvents.publish(realmId, pictureChange(changed));
    return changed;
  }

  async setBotOwner(realmId: number, bot: UserRow, ownerId: number): Promise<void> {
    const { id: botId } = bot;
    await this.userChangesRepository.update(realmId, botId, { botOwnerId: ownerId });
    this.auditLog.record(realmId, {
      kind: 'bot.owner_changed',
      targetIds: [botId],
      before: { bot_owner_id: bot.botOwnerId },
      after: { bot_owner_id: ownerId },
    });
    await this.userEvents.publish(realmId, { user_id: botId, bot_owner_id: ownerId });
  }

  /** Permanently removes the name, address, picture and profile of a deactivated user. */
  async anonymize(realmId: number, user: UserRow): Promise<void> {
    if (user.avatarPath !== null) {
      await this.setAvatar(realmId, user, { avatarSource: GRAVATAR, avatarPath: null });
    }
    const fullName = `Deleted user ${user.id}`;
    const email = placeholderEmail(user.id, await this.realmsService.host(realmId));
    await this.userChangesRepository.anonymize(realmId, user.id, fullName, email);
    this.auditLog.record(realmId, { kind: 'user.deleted', targetIds: [user.id] });
    await this.userEvents.publish(realmId, { user_id: user.id, full_name: fullName });
    for (const id of Object.keys(user.profileData)) {
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

  /** `values` are keyed by the id of the field; null removes a value. */
  async setProfileData(
    realmId: number,
    user: UserRow,
    values: ReadonlyMap<number, ProfileData[string] | null>,
  ): Promise<void> {
    const changed = [...values].filter(
      ([id, value]) => user.profileData[id]?.value !== value?.value,
    );
    if (changed.length === 0) return;
    await this.userChangesRepository.setProfileData(user.id, Object.fromEntries(changed));
    this.auditLog.record(realmId, {
      kind: 'user.profile_changed',
      targetIds: [user.id],
      before: Object.fromEntries(changed.map(([id]) => [id, user.profileData[id]?.value ?? null])),
      after: Object.fromEntries(changed.map(([id, value]) => [id, value?.value ?? null])),
      exceptOwn: true,
    });
    for (const [id, value] of changed) {
      await this.userEvents.publish(realmId, {
        user_id: user.id,
        custom_profile_field: { id, ...(value ?? { value: null }) },
      });
    }
  }

  /** The users with a value in the field. */
  findProfileValues(realmId: number, fieldId: number): Promise<{ id: number; value: string }[]> {
    return this.userChangesRepository.findProfileValues(realmId, fieldId);
  }

  async clearProfileField(realmId: number, userIds: number[], fieldId: number): Promise<void> {
    if (userIds.length === 0) return;
    await this.userChangesRepository.clearProfileField(realmId, userIds, fieldId);
    for (const user_id of userIds) {
      const custom_profile_field = { id: fieldId, value: null };
      await this.userEvents.publish(realmId, { user_id, custom_profile_field });
    }
  }

  /** For an account that another user created, the first login counts as joining. */
  async recordLogin(realmId: number, id: number): Promise<void> {
    const first = await this.userChangesRepository.recordFirstLogin(id, this.clock.now());
    if (!first) return;
    const user = await this.get(realmId, id);
    await this.userEvents.publish(realmId, { user_id: id, date_joined: user.dateJoined });
    await this.userEvents.publishToHiddenFrom(realmId, user);
    if (first.wasStub) {
      await this.userEvents.publish(realmId, { user_id: id, is_imported_stub: false });
    }
  }

  private dropCachedCredentials(realmId: number, userId: number): void {
    this.eventLog.append(credentialsEvent(realmId, { userId }, Audience.internal()));
  }
}
