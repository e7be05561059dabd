// The statuses of users: a text and an emoji, which administrators can set for others, and whether the
// user is away, that is, has disabled presence.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { EmojiService, type ReactionType } from '#modules/realms/emoji';
import { UserChanges, UserEvents } from '#modules/users/users';
import type { VisibilityChange, VisibleUsers } from '#modules/users/visibility';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { inRows } from '#platform/event-log/event-rows.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { TimeSlices } from '#platform/time-slices.js';
import { userStatusEvent } from './user-status.events.js';
import { isEmptyStatus, NO_STATUS, type UserStatus, userStatusChange } from './user-status.view.js';
import { type StatusOfUser, UserStatusesRepository } from './user-statuses.repository.js';

/** Undefined properties are left unchanged; empty ones are removed. */
export interface UserStatusInput {
  text?: string | undefined;
  emojiName?: string | undefined;
  emojiCode?: string | undefined;
  reactionType?: ReactionType | undefined;
}

@Injectable()
export class UserStatusesService {
  constructor(
    private readonly userStatusesRepository: UserStatusesRepository,
    private readonly emojiService: EmojiService,
    private readonly userChanges: UserChanges,
    private readonly userEvents: UserEvents,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  find(realmId: number, userId: number): Promise<UserStatus> {
    return this.userStatusesRepository.find(realmId, userId);
  }

  /** `away` is published with the change; its setting is stored by the caller. */
  async set(
    { realmId }: Actor,
    userId: number,
    { away, ...input }: UserStatusInput & { away?: boolean | undefined },
  ): Promise<void> {
    const change: Partial<UserStatus> = {
      ...(input.text === undefined ? {} : { statusText: input.text.trim() }),
      ...(await this.emojiOf(realmId, input)),
    };
    if (Object.keys(change).length === 0) {
      throw ApiError.badRequest('Nothing to change: the request sets neither a text nor an emoji');
    }
    await this.database.transaction(async () => {
      const user = await this.userChanges.lock(realmId, userId);
      if (user.botType !== null) throw ApiError.badRequest('Bots have no status');
      const before = await this.userStatusesRepository.find(realmId, userId);
      const after = { ...before, ...change };
      if (isEmptyStatus(after)) await this.userStatusesRepository.delete(userId);
      else await this.userStatusesRepository.save(realmId, userId, after);
      this.auditLog.record(realmId, {
        kind: 'user.status_changed',
        targetIds: [userId],
        before,
        after,
        exceptOwn: true,
      });
      const audience = await this.userEvents.audienceFor(realmId, userId);
      const changes = [{ user_id: userId, ...userStatusChange({ ...change, away }) }];
      this.eventLog.append(userStatusEvent(realmId, { changes }, audience));
    });
  }

  /** After a change of the setting `presence_enabled` of users. Joins the current transaction. */
  async publishAway(realmId: number, userIds: number[], away: boolean): Promise<void> {
    for (const ids of inRows(userIds)) {
      const changes = ids.map((user_id) => ({ user_id, away }));
      const audience = await this.userEvents.audienceForEach(realmId, ids);
      this.eventLog.append(userStatusEvent(realmId, { changes }, audience));
    }
  }

  /** Removes text and emoji of a locked user. Joins the current transaction. */
  async clear(realmId: number, userId: number): Promise<void> {
    if (isEmptyStatus(await this.userStatusesRepository.find(realmId, userId))) return;
    await this.userStatusesRepository.delete(userId);
    const audience = await this.userEvents.audienceFor(realmId, userId);
    const { away: _away, ...nothing } = NO_STATUS;
    const changes = [{ user_id: userId, ...userStatusChange(nothing) }];
    this.eventLog.append(userStatusEvent(realmId, { changes }, audience));
  }

  /**
   * Publishes the statuses of users that became visible to viewers, and empty ones for users that were
   * hidden from viewers. Joins the current transaction.
   */
  async publishVisibilityChange(
    realmId: number,
    { shown, hidden }: VisibilityChange,
  ): Promise<void> {
    if (shown.viewerIds.length === 0) return;
    const statuses = await this.userStatusesRepository.findAll(realmId);
    await this.publishTo(realmId, shown, statuses, (status) => status);
    await this.publishTo(realmId, hidden, statuses, () => NO_STATUS);
  }

  private async publishTo(
    realmId: number,
    viewers: VisibleUsers,
    statuses: StatusOfUser[],
    shownAs: (status: StatusOfUser) => UserStatus,
  ): Promise<void> {
    const affected = new Set(viewers.userIds());
    const slices = new TimeSlices();
    for (const some of inRows(statuses.filter(({ userId }) => affected.has(userId)))) {
      if (slices.isOver) await slices.next();
      const changes = some.map((status) => ({
        user_id: status.userId,
        ...userStatusChange(shownAs(status)),
      }));
      const audience = viewers.audienceOf(some.map(({ userId }) => userId));
      this.eventLog.append(userStatusEvent(realmId, { changes }, audience));
    }
  }

  private async emojiOf(realmId: number, input: UserStatusInput): Promise<Partial<UserStatus>> {
    const { emojiName, emojiCode, reactionType } = input;
    if (emojiName === undefined) {
      if (emojiCode === undefined && reactionType === undefined) return {};
      throw ApiError.badRequest('The name of the emoji is missing');
    }
    if (emojiName === '') return { emojiName: '', emojiCode: '', reactionType: '' };
    const emoji = await this.emojiService.findByName(realmId, emojiName, reactionType);
    if (!emoji || (emojiCode !== undefined && emojiCode !== emoji.emojiCode)) {
      throw ApiError.badRequest(`The emoji '${emojiName}' does not exist`);
    }
    return { ...emoji };
  }
}
