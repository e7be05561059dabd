// Notifications to the owner of a bot that sends messages which no user can read, at most once a minute for
// each bot. A failed notification is only logged: after an error, the bot would send its own message again.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Stream } from '#modules/streams/streams';
import { UsersService, type UserSummary } from '#modules/users/users';
import { Clock, fromSeconds } from '#platform/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BotOwnerNotificationsRepository } from './bot-owner-notifications.repository.js';
import type { BotMessage } from './message-input.js';

const PAUSE_SECONDS = 60;

type Send = (from: UserSummary, message: BotMessage) => Promise<void>;

@Injectable()
export class BotOwnerNotifications {
  constructor(
    private readonly botOwnerNotificationsRepository: BotOwnerNotificationsRepository,
    private readonly usersService: UsersService,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly logger: PinoLogger,
  ) {}

  /** Does nothing when the actor is not a bot. `text` continues the sentence "Your bot …". */
  async notify(actor: Actor, text: string, send: Send): Promise<void> {
    if (!actor.isBot) return;
    try {
      await this.notifyOwner(actor, text, send);
    } catch (error) {
      // The error may have aborted the caller's transaction.
      if (this.database.inTransaction) throw error;
      this.logger.error({ err: error, botId: actor.userId }, 'Notifying the owner of a bot failed');
    }
  }

  private async notifyOwner({ realmId, userId }: Actor, text: string, send: Send): Promise<void> {
    const [bot] = await this.usersService.findByIds(realmId, [userId]);
    if (!bot || bot.botOwnerId === null) return;
    const [owner] = await this.usersService.findByIds(realmId, [bot.botOwnerId]);
    if (!owner?.isActive) return;
    const from = await this.usersService.systemBot(realmId, 'notification-bot');
    const now = this.clock.now();
    const since = fromSeconds(this.clock.seconds() - PAUSE_SECONDS);
    await this.database.transaction(async () => {
      if (!(await this.botOwnerNotificationsRepository.claim(bot.id, since, now))) return;
      await send(from, { to: owner, content: `Your bot ${asCode(bot.fullName)} ${text}` });
    });
  }
}

export function missingChannel(nameOrId: string | number): string {
  const channel =
    typeof nameOrId === 'number' ? `the ID ${nameOrId}` : `the name ${asCode(nameOrId)}`;
  return `tried to send a message to a channel with ${channel}, which does not exist or is not accessible to the bot.`;
}

export function emptyChannel({ id, name }: Pick<Stream, 'id' | 'name'>): string {
  return `sent a message to the channel ${asCode(name)} (ID ${id}), which has no subscribers.`;
}

function asCode(name: string): string {
  return `\`${name.replaceAll('`', "'").replaceAll('\n', ' ')}\``;
}
