// Ownership of bots. The owner manages the bot, and the bot may read the channels that its owner may
// read.
import { Injectable } from '@nestjs/common';
import { BotRecords } from '#modules/bots/records';
import { actorOf, UserApiKeys, UserChanges, type UserRow } from '#modules/users/users';
import { EventQueues } from '#platform/event-log/event-queues.js';
import { ApiError } from '#platform/http/api-error.js';
import { StreamAccessChanges } from './stream-access-changes.service.js';

@Injectable()
export class BotOwners {
  constructor(
    private readonly userChanges: UserChanges,
    private readonly streamAccessChanges: StreamAccessChanges,
    private readonly botRecords: BotRecords,
    private readonly userApiKeys: UserApiKeys,
    private readonly eventQueues: EventQueues,
  ) {}

  /**
   * Locks the account of an owner until the current transaction ends, so that a concurrent deactivation
   * finds the bot. Must be called before bots are locked. Throws unless the owner is an active person.
   */
  async lock(realmId: number, ownerId: number): Promise<void> {
    const owner = await this.userChanges.lock(realmId, ownerId);
    if (!owner.isActive || owner.botType !== null) {
      throw ApiError.badRequest('The owner of a bot must be an active user who is not a bot');
    }
  }

  /**
   * The bot gets a new API key, and its event queues end: the former owner must not act with the access
   * of the new owner, who enables the bot by fetching the key. Joins the current transaction, in which
   * the bot is locked.
   */
  async change(realmId: number, bot: UserRow, ownerId: number): Promise<void> {
    await this.streamAccessChanges.lock(realmId);
    const viewer = actorOf(bot);
    const before = await this.streamAccessChanges.accessOf(viewer);
    await this.userChanges.setBotOwner(realmId, bot, ownerId);
    await this.streamAccessChanges.publishSince(viewer, before);
    await this.botRecords.publishOwnerChange(realmId, bot.id, bot.botOwnerId);
    await this.userApiKeys.replace(realmId, bot.id);
    await this.eventQueues.endAll({ realmId, userId: bot.id });
  }
}
