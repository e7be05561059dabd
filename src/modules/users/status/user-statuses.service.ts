// People say what they are up to, in a few words and an emoji; administrators can do it for them.
import { Injectable } from '@nestjs/common';
import { EmojiService, type ReactionType } from '#modules/realms/emoji';
import { UserChanges, UserEvents } from '#modules/users/users';
import type { VisibilityChange } from '#modules/users/visibility';
import { Audience } from '#platform/event-log/audience.js';
import { Database } from '#platform/database/database.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { userStatusEvent } from './user-status.events.js';
import { isEmptyStatus, NO_STATUS, type UserStatus, userStatusChange } from './user-status.view.js';
import { UserStatusesRepository } from './user-statuses.repository.js';

/** What is undefined stays as it is; what is empty is taken away. */
export interface GivenStatus {
  text?: string | undefined;
  emojiName?: string | undefined;
  emojiCode?: string | undefined;
  reactionType?: ReactionType | undefined;
}

@Injectable()
export class UserStatuses {
  constructor(
    private readonly userStatusesRepository: UserStatusesRepository,
    private readonly emojiService: EmojiService,
    private readonly userChanges: UserChanges,
    private readonly userEvents: UserEvents,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  async set({ realmId }: Actor, userId: number, given: GivenStatus): Promise<void> {
    const change: Partial<UserStatus> = {
      ...(given.text === undefined ? {} : { statusText: given.text.trim() }),
      ...(await this.emojiOf(realmId, given)),
    };
    if (Object.keys(change).length === 0) {
      throw ApiError.badRequest('Nothing to change: neither a text nor an emoji was given');
    }
    await this.database.transaction(async () => {
      const user = await this.userChanges.lock(realmId, userId);
      if (user.botType !== null) throw ApiError.badRequest('Bots have no status');
      const before = (await this.userStatusesRepository.find(realmId, userId)) ?? NO_STATUS;
      const after = { ...before, ...change };
      if (isEmptyStatus(after)) await this.userStatusesRepository.delete(userId);
      else await this.userStatusesRepository.save(realmId, userId, after);
      const audience = await this.userEvents.audienceFor(realmId, userId);
      this.eventLog.append(
        userStatusEvent(realmId, { user_id: userId, ...userStatusChange(change) }, audience),
      );
    });
  }

  /** Of an account that is locked. Joins the present transaction. */
  async clear(realmId: number, userId: number): Promise<void> {
    if (!(await this.userStatusesRepository.find(realmId, userId))) return;
    await this.userStatusesRepository.delete(userId);
    const audience = await this.userEvents.audienceFor(realmId, userId);
    const change = { user_id: userId, ...userStatusChange(NO_STATUS) };
    this.eventLog.append(userStatusEvent(realmId, change, audience));
  }

  /**
   * Publishes the statuses of users to viewers for whom they became visible, and empty ones to viewers
   * from whom they were hidden. Joins the current transaction.
   */
  async publishVisibilityChange(
    realmId: number,
    { shown, hidden }: VisibilityChange,
  ): Promise<void> {
    if (shown.size + hidden.size === 0) return;
    for (const status of await this.userStatusesRepository.findAll(realmId)) {
      for (const [viewers, values] of [
        [shown.get(status.userId), status],
        [hidden.get(status.userId), NO_STATUS],
      ] as const) {
        if (!viewers) continue;
        const change = { user_id: status.userId, ...userStatusChange(values) };
        this.eventLog.append(userStatusEvent(realmId, change, Audience.users(viewers)));
      }
    }
  }

  private async emojiOf(realmId: number, given: GivenStatus): Promise<Partial<UserStatus>> {
    const { emojiName, emojiCode, reactionType } = given;
    if (emojiName === undefined) {
      if (emojiCode === undefined && reactionType === undefined) return {};
      throw ApiError.badRequest('The name of the emoji is missing');
    }
    if (emojiName === '') return { emojiName: '', emojiCode: '', reactionType: '' };
    const emoji = await this.emojiService.byName(realmId, emojiName, reactionType);
    if (!emoji || (emojiCode !== undefined && emojiCode !== emoji.emojiCode)) {
      throw ApiError.badRequest(`The emoji '${emojiName}' does not exist`);
    }
    return { ...emoji };
  }
}
