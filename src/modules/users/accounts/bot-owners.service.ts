// Gives a bot another owner, with all that follows: whose list of bots it is in, and which channels it
// reads, since a bot reads what its owner reads.
import { Injectable } from '@nestjs/common';
import { BotsService } from '#modules/bots/bots';
import { UserChanges, type UserRow } from '#modules/users/users';
import { asObserver, ChannelSights } from './channel-sights.service.js';

@Injectable()
export class BotOwners {
  constructor(
    private readonly changes: UserChanges,
    private readonly channels: ChannelSights,
    private readonly bots: BotsService,
  ) {}

  /** Joins the present transaction, in which nobody else changes the bot. */
  async change(realmId: number, bot: UserRow, ownerId: number): Promise<void> {
    await this.channels.lock(realmId);
    const sees = asObserver(realmId, bot);
    const before = await this.channels.of(sees);
    await this.changes.setBotOwner(realmId, bot.id, ownerId);
    await this.channels.tell(sees, before, await this.channels.of(sees));
    await this.bots.tellOfOwner(realmId, bot.id, bot.bot_owner_id);
  }
}
