// Gives a bot another owner, with all that follows: whose list of bots it is in, and which channels it
// reads, since a bot reads what its owner reads.
import { Injectable } from '@nestjs/common';
import { BotsService } from '#modules/bots/records';
import { UserChanges, type UserRow } from '#modules/users/users';
import { asObserver, ChannelSights } from './channel-sights.service.js';

@Injectable()
export class BotOwners {
  constructor(
    private readonly userChanges: UserChanges,
    private readonly channelSights: ChannelSights,
    private readonly botsService: BotsService,
  ) {}

  /** Joins the present transaction, in which nobody else changes the bot. */
  async change(realmId: number, bot: UserRow, ownerId: number): Promise<void> {
    await this.channelSights.lock(realmId);
    const sees = asObserver(realmId, bot);
    const before = await this.channelSights.of(sees);
    await this.userChanges.setBotOwner(realmId, bot.id, ownerId);
    await this.channelSights.tell(sees, before, await this.channelSights.of(sees));
    await this.botsService.tellOfOwner(realmId, bot.id, bot.bot_owner_id);
  }
}
