// Tells the owner of a bot when it writes where nobody reads, which the bot itself will hardly
// notice; at most once a minute for each bot. A notice that fails is logged: the bot's own message
// is answered as it is, or the bot would send it again.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Stream } from '#modules/streams/streams';
import { UsersService } from '#modules/users/users';
import { Clock, fromSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BotNoticesRepository } from './bot-notices.repository.js';
import { MessageDeliveryService } from './message-delivery.service.js';
import { systemMessage } from './system-message.js';

const PAUSE_SECONDS = 60;

@Injectable()
export class BotNotices {
  constructor(
    private readonly botNoticesRepository: BotNoticesRepository,
    private readonly usersService: UsersService,
    private readonly messageDeliveryService: MessageDeliveryService,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {}

  /** Does nothing when the sender is a person. */
  async missingChannel(sender: Actor, named: string | number): Promise<void> {
    const channel = typeof named === 'number' ? `the ID ${named}` : `the name ${asCode(named)}`;
    const text = `tried to write to a channel with ${channel}, which does not exist or is closed to it.`;
    await this.tellOwner(sender, text);
  }

  /** Does nothing when the sender is a person. */
  async emptyChannel(sender: Actor, { id, name }: Pick<Stream, 'id' | 'name'>): Promise<void> {
    const text = `wrote to the channel ${asCode(name)} (ID ${id}), which has no subscribers.`;
    await this.tellOwner(sender, text);
  }

  private async tellOwner(sender: Actor, text: string): Promise<void> {
    if (!sender.isBot) return;
    try {
      await this.deliver(sender, text);
    } catch (error) {
      // It may have ended the transaction, too.
      if (this.database.inTransaction) throw error;
      this.logger.error({ err: error, botId: sender.userId }, 'The owner of a bot was not told');
    }
  }

  private async deliver({ realmId, userId }: Actor, text: string): Promise<void> {
    const [bot] = await this.usersService.findByIds(realmId, [userId]);
    if (!bot || bot.botOwnerId === null) return;
    const [owner] = await this.usersService.findByIds(realmId, [bot.botOwnerId]);
    if (!owner?.isActive) return;
    const teller = await this.usersService.systemBot(realmId, 'notification-bot');
    const people = [teller, owner].toSorted((a, b) => a.id - b.id);
    const since = fromSeconds(this.clock.seconds() - PAUSE_SECONDS);
    await this.database.transaction(async () => {
      if (!(await this.botNoticesRepository.claim(bot.id, since, this.clock.now()))) return;
      const content = `Your bot ${asCode(bot.fullName)} ${text}`;
      await this.messageDeliveryService.toPeople(systemMessage(teller, content), people);
    });
  }
}

/** As it is, whatever it contains. */
function asCode(name: string): string {
  return `\`${name.replaceAll('`', "'").replaceAll('\n', ' ')}\``;
}
